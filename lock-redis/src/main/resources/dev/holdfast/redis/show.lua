-- what operators see of some names. Reads only. Store format 1.
-- KEYS: lock, fence and waiters of each name
-- Returns: for each name {value of lock or '', ms left, -1 for no expiry, -2 for no lock, t, o, r, s, h, p, a, w, n, living contenders}.

local time = redis.call('TIME')
local now = (tonumber(time[1]) - 1735689600) * 1000 + tonumber(time[2]) / 1000
local rows = {}
for i = 1, #KEYS, 3 do
  local held = redis.pcall('GET', KEYS[i])
  local row = { type(held) == 'string' and held or '', type(held) == 'string' and redis.call('PTTL', KEYS[i]) or -2 }
  local fence = redis.pcall('HMGET', KEYS[i + 1], 't', 'o', 'r', 's', 'h', 'p', 'a', 'w', 'n')
  for f = 1, 9 do
    row[#row + 1] = not fence.err and fence[f] or ''
  end
  local living = 0
  local entries = redis.pcall('HVALS', KEYS[i + 2])
  for _, entry in ipairs(entries.err and {} or entries) do
    local seen, lease = string.match(entry, '^(%d+) (%d+) ')
    if seen and now - tonumber(seen) <= math.max(tonumber(lease), 3000) then
      living = living + 1
    end
  end
  row[#row + 1] = living
  rows[#rows + 1] = row
end
return rows
