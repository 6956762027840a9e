-- release a grant and join the queue under a new owner id, so that others have their turn. Store format 1.
-- KEYS: as in functions.lua, 5 of the old owner id; 6 dead of the new one
-- ARGV: 1..5 as in release.lua, 6..16 as 1..11 in contend.lua
-- Returns: {reply of release, reply of contend}; the second is {'E', text} when only it failed. One round trip. Sent again, the
-- new owner id joins once.

local released = release({
  owner = ARGV[1], doubtful = ARGV[2] == '1', remember = ARGV[3], channels = ARGV[4], retention = tonumber(ARGV[5])
})
DEAD = KEYS[6]
local joined, reply = pcall(contend, {
  mode = ARGV[6], owner = ARGV[7], lease = tonumber(ARGV[8]), floor = tonumber(ARGV[9]), channels = ARGV[10],
  retention = tonumber(ARGV[11]), name = ARGV[12], host = ARGV[13], pid = ARGV[14], application = ARGV[15],
  note = ARGV[16]
})
if not joined then
  reply = { 'E', type(reply) == 'table' and reply.err or tostring(reply) }
end
return { released, reply }
