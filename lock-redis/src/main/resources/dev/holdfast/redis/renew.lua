-- renew up to 200 grants. Store format 1.
-- KEYS: the lock keys   ARGV: for each key its owner id and its lease, ms
-- Returns: for each key 1 renewed, 0 not the owner's, or the error of that key alone. Touches one key an entry, never creates
-- one, never shortens what is held. Each entry is one step; a failed one costs no other.

local replies = {}
for i, key in ipairs(KEYS) do
  local owner, lease = ARGV[2 * i - 1], tonumber(ARGV[2 * i])
  local held = redis.pcall('GET', key)
  if type(held) == 'table' then
    replies[i] = held.err
  elseif held ~= owner then
    replies[i] = 0
  else
    local left = redis.call('PTTL', key)
    local set = left >= lease or redis.pcall('PEXPIRE', key, lease)
    if type(set) == 'table' and string.find(set.err, 'READONLY ', 1, true) then
      return set -- this server renews nothing: the connection leads to a former primary
    end
    replies[i] = type(set) == 'table' and set.err or 1
  end
end
return replies
