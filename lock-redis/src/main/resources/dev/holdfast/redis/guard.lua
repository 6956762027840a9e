-- the guard of data in Redis (F-3): enters with a token, or writes only with one at or above the mark. Store format 1.
-- KEYS: 1 mark  string  the highest token seen, 19 digits; 2 (for a write) the guarded key, a string
-- ARGV: 1 token, 19 digits   2 (for a write) the value
-- Returns: '' let through, else the mark, 19 digits: nothing was changed. Tokens are compared as text, which is exact.

local mark = redis.call('GET', KEYS[1])
if mark and mark > ARGV[1] then
  return mark
end
if mark ~= ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1])
end
if KEYS[2] then
  redis.call('SET', KEYS[2], ARGV[2])
end
return ''
