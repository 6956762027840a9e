-- take a lock away from whoever was seen to hold it. Store format 1.
-- KEYS: as in functions.lua; 5 is dead of the owner id that was seen
-- ARGV: 1 owner id that was seen   2 reason   3 how long to remember, ms, at least   4 channel prefix   5 retention, ms
-- Returns: 1 taken and passed on, 0 somebody else holds it or nobody. One step.

if redis.call('GET', LOCK) ~= ARGV[1] then
  return 0
end
local remember = math.max(redis.call('PTTL', LOCK), tonumber(ARGV[3]))
redis.call('SET', DEAD, 'f' .. ARGV[2], 'PX', whole(remember))
redis.call('DEL', LOCK)
pcall(pass, { channels = ARGV[4], retention = tonumber(ARGV[5]) }, microseconds())
return 1
