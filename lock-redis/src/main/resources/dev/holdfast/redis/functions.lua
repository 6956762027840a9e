-- Holdfast on Redis: what the scripts share. Store format 1.
--
-- KEYS, all of one name and in one slot:
--   1 lock     string  the owner id of whoever holds the name, with the lease as its expiry. Plain SET .. NX PX of other
--                      clients excludes ours, and ours excludes theirs.
--   2 fence    hash    t  the last token base, decimal          o  the owner it was minted for
--                      r  0 held, 1 released, 2 offered         s  when, in microseconds since 2025-01-01T00:00Z
--                      h, p, a, w  host, process id, application and note of the holder, for people
--                      n  the name, where the key does not give it back
--   3 queue    zset    owner ids of contenders by the store's time of arrival
--   4 waiters  hash    owner id -> "<last confirmed, ms> <lease, ms> <floor of the base>"
--   5 dead     string  left of one owner id that may never win again: r released, q left the queue, x nothing was found to
--                      release, f<reason> taken away
-- Messages on the one channel of a client, <channel prefix><client id>, tell when a poll is worth a call; none carries a token:
--   o <owner id>         the name was offered to this contender: accept it by a poll
--   l <ms> <owner id>    the grant before this contender may lapse in so many milliseconds
-- Atomicity: a script is one step for every other client. No number is turned into text but by whole().

local EPOCH_SECONDS = 1735689600
local MOST_BASE = 2251799813685247  -- 2^51 - 1: exact in a Lua number
local OFFER_MS = 2000               -- so long a contender has to accept
local LEAST_PATIENCE_MS = 3000      -- a living contender confirms at least so often, or once a lease
local MISSED_US = 200000            -- who has not come so long after a lapse is frozen
local MOST_PUSHES = 16              -- contenders without a subscription that one call passes over

local LOCK, FENCE, QUEUE, WAITERS, DEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

local function whole(number)
  return string.format('%.0f', number)
end

local function microseconds()
  local time = redis.call('TIME')
  return (tonumber(time[1]) - EPOCH_SECONDS) * 1000000 + tonumber(time[2])
end

local function mint(last, floor, now)
  local base = math.max((tonumber(last) or 0) + 1, now, floor + 1)
  if base > MOST_BASE then
    return nil
  end
  return whole(base)
end

local function raise_expiry(key, ms)
  if redis.call('PTTL', key) < ms then
    redis.call('PEXPIRE', key, whole(ms))
  end
end

local function channel_of(owner, request)
  return request.channels .. string.match(owner, '^[^-]*')
end

local function leave(owner)
  redis.call('HDEL', WAITERS, owner)
  return redis.call('ZREM', QUEUE, owner) == 1
end

-- The contender's entry, or nil when it was not confirmed for a lease: its client is gone.
local function fresh(owner, now)
  local entry = redis.call('HGET', WAITERS, owner)
  if not entry then
    return nil
  end
  local seen, lease, floor = string.match(entry, '^(%d+) (%d+) (%d+)$')
  lease = tonumber(lease)
  if not seen or now / 1000 - tonumber(seen) > math.max(lease, LEAST_PATIENCE_MS) then
    return nil
  end
  return { lease = lease, floor = tonumber(floor) }
end

local function confirm(request, now)
  local patience = math.max(request.lease, LEAST_PATIENCE_MS) + 60000
  redis.call('HSET', WAITERS, request.owner, table.concat({ whole(now / 1000), whole(request.lease), whole(request.floor) }, ' '))
  raise_expiry(WAITERS, patience)
  raise_expiry(QUEUE, patience)
end

-- Tells the first living contender when the grant before it may lapse.
local function tell_next(request, now, ms)
  for _, owner in ipairs(redis.call('ZRANGE', QUEUE, 0, 3)) do
    if fresh(owner, now) and redis.call('PUBLISH', channel_of(owner, request), 'l ' .. whole(ms) .. ' ' .. owner) > 0 then
      return
    end
  end
end

local function write_fence(request, base, owner, state, now)
  redis.call('HSET', FENCE, 't', base, 'o', owner, 'r', state, 's', whole(now),
    'h', request.host or '', 'p', request.pid or '', 'a', request.application or '', 'w', request.note or '')
  if request.name and request.name ~= '' then
    redis.call('HSET', FENCE, 'n', request.name)
  end
  redis.call('PEXPIRE', FENCE, whole(math.max(request.retention, 2 * request.lease)))
end

-- The fence comes first: when memory is short, only a token is wasted.
local function grant(request, last, now)
  local base = mint(last, request.floor, now)
  if not base then
    return { 'X' }
  end
  write_fence(request, base, request.owner, '0', now)
  redis.call('SET', LOCK, request.owner, 'PX', whole(request.lease))
  return { 'G', base, '-1' }
end

-- Offers the free name to the first contender that lives. PUBLISH that reaches nobody proves a contender gone; one that
-- reaches somebody proves nothing. Returns its owner id; 'more' when it stopped half-way, having woken the next; else nil.
-- The caller itself is not offered anything: it is here.
local function pass(request, now)
  local pushes = 0
  while true do
    local owner = redis.call('ZRANGE', QUEUE, 0, 0)[1]
    if not owner then
      return nil
    end
    local entry = fresh(owner, now)
    if entry and pushes == MOST_PUSHES then
      redis.call('PUBLISH', channel_of(owner, request), 'l 0 ' .. owner)
      return 'more'
    end
    leave(owner)
    if entry and owner == request.owner then
      return owner
    end
    if entry then
      pushes = pushes + 1
      if redis.call('PUBLISH', channel_of(owner, request), 'o ' .. owner) > 0 then
        local base = mint(redis.call('HGET', FENCE, 't'), entry.floor, now)
        if base then
          local ms = math.min(entry.lease, OFFER_MS)
          write_fence({ retention = request.retention, lease = entry.lease }, base, owner, '2', now)
          redis.call('SET', LOCK, owner, 'PX', whole(ms))
          tell_next(request, now, ms)
          return owner
        end
      end
    end
  end
end

-- The name is this owner's: accepts an offer, or answers a resend. Never shortens what is held.
local function accept(request, now)
  local fence = redis.call('HMGET', FENCE, 't', 'o', 'r', 's')
  local state = fence[2] == request.owner and fence[3] or nil
  local base = state and fence[1] or mint(fence[1], request.floor, now)
  if not base then
    return { 'X' }
  end
  local age = '-1'
  if state ~= '0' then
    write_fence(request, base, request.owner, '0', now)
  end
  raise_expiry(LOCK, request.lease)
  if state == '2' then
    age = whole(math.max(0, now - tonumber(fence[4])) / 1000)
    tell_next(request, now, request.lease)
  end
  return { 'G', base, age }
end

local function busy()
  local fence = redis.call('HMGET', FENCE, 'o', 'r', 's', 'h', 'p', 'a', 'w')
  return { 'B', redis.call('PTTL', LOCK), redis.call('GET', LOCK) or '', fence[1] or '', fence[2] or '', fence[3] or '',
    fence[4] or '', fence[5] or '', fence[6] or '', fence[7] or '' }
end

local function is_dead(owner)
  if redis.call('EXISTS', DEAD) == 1 then
    return true
  end
  local fence = redis.call('HMGET', FENCE, 'o', 'r')
  return fence[1] == owner and fence[2] == '1'
end

-- The name is free and somebody queues: whose turn is it?
local function settle(request, now)
  local fence = redis.call('HMGET', FENCE, 't', 'r', 's')
  local offer_missed = fence[2] == '2' and now - tonumber(fence[3]) > OFFER_MS * 1000 + MISSED_US
  if request.mode == 'P' and offer_missed then
    leave(request.owner) -- everybody before it has been told of the lapse and has not come
    return grant(request, fence[1], now)
  end
  local turn = pass(request, now)
  if turn == request.owner or (turn == nil and request.mode == 'T') then
    return grant(request, redis.call('HGET', FENCE, 't'), now)
  end
  local reply = busy()
  if turn == 'more' then
    reply[2] = 0
  end
  return reply
end

local function join(request, now)
  if not redis.call('ZSCORE', QUEUE, request.owner) then
    local last = redis.call('ZREVRANGE', QUEUE, 0, 0, 'WITHSCORES')[2]
    redis.call('ZADD', QUEUE, whole(math.max(now, (tonumber(last) or 0) + 1)), request.owner)
  end
  confirm(request, now)
end

-- One attempt (mode T), one that queues (J), or a poll of a queued one (P).
-- Returns {'G', base, age of the accepted offer in ms or -1}, {'B', ms until it may lapse, ..}, {'N', 'missed' or ''} or
-- {"X"}: no token base is left.
local function contend(request)
  local held = redis.call('GET', LOCK)
  local now = microseconds()
  if held == request.owner then
    leave(request.owner)
    return accept(request, now)
  end
  if request.mode ~= 'P' and not held and redis.call('EXISTS', QUEUE, DEAD) == 0 then
    local fence = redis.call('HMGET', FENCE, 't', 'o', 'r')
    if fence[2] == request.owner and fence[3] == '1' then
      return { 'N', '' }
    end
    return grant(request, fence[1], now)
  end
  if request.mode == 'P' then
    if not redis.call('ZSCORE', QUEUE, request.owner) then
      local fence = redis.call('HMGET', FENCE, 'o', 'r')
      return { 'N', fence[1] == request.owner and fence[2] == '2' and 'missed' or '' }
    end
    confirm(request, now)
  elseif is_dead(request.owner) then
    return { 'N', '' }
  elseif request.mode == 'J' then
    join(request, now)
  end
  if not held then
    return settle(request, now)
  end
  return busy()
end

-- Releases what the owner holds and gives the name to the next contender, or takes the owner out of the queue.
-- Nothing after the DEL may fail the call: the name is released.
-- Returns {'R'} released, {'L'} left the queue, {'A'} it had ended by release before, {'D', mark} dead before, or
-- {'X', value of lock, owner of fence}: nothing found.
local function release(request)
  local now = microseconds()
  local held = redis.call('GET', LOCK)
  if held == request.owner then
    redis.call('DEL', LOCK)
    if request.doubtful then
      redis.pcall('SET', DEAD, 'r', 'PX', request.remember)
    end
    if redis.call('EXISTS', FENCE) == 1 then
      redis.pcall('HSET', FENCE, 'r', '1')
    else
      redis.pcall('SET', DEAD, 'r', 'PX', request.remember) -- the fence ran out during a long hold
    end
    pcall(pass, request, now)
    return { 'R' }
  end
  local mark = redis.call('GET', DEAD)
  if leave(request.owner) then
    redis.pcall('SET', DEAD, 'q', 'PX', request.remember)
    if not held then
      pcall(pass, request, now)
    end
    return { 'L' }
  end
  if mark then
    return { 'D', mark }
  end
  local fence = redis.call('HMGET', FENCE, 'o', 'r')
  if fence[1] == request.owner and fence[2] == '1' then
    redis.call('SET', DEAD, 'r', 'PX', request.remember)
    return { 'A' }
  end
  redis.call('SET', DEAD, 'x', 'PX', request.remember)
  return { 'X', held or '', fence[1] or '' }
end
