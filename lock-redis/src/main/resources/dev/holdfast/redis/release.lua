-- release a grant, or leave the queue. Store format 1.
-- KEYS: as in functions.lua
-- ARGV: 1 owner id   2 '1' when a request of this owner id has no reply, so that one may still arrive
--       3 how long to remember that it is over, ms   4 channel prefix   5 retention of the fence, ms
-- Returns: see release in functions.lua. One round trip; safe to send again.

return release({
  owner = ARGV[1], doubtful = ARGV[2] == '1', remember = ARGV[3], channels = ARGV[4], retention = tonumber(ARGV[5])
})
