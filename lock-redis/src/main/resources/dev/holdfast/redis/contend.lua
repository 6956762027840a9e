-- acquire, join the queue, poll: one step of one contender. Store format 1.
-- KEYS: as in functions.lua
-- ARGV: 1 mode: T one attempt, J join the queue, P poll   2 owner id   3 lease, ms   4 floor of the base
--       5 channel prefix   6 retention of the fence, ms   7 name, where the key does not give it back
--       8..11 host, process id, application, note
-- Returns: see contend in functions.lua. One round trip; safe to send again.

return contend({
  mode = ARGV[1], owner = ARGV[2], lease = tonumber(ARGV[3]), floor = tonumber(ARGV[4]), channels = ARGV[5],
  retention = tonumber(ARGV[6]), name = ARGV[7], host = ARGV[8], pid = ARGV[9], application = ARGV[10], note = ARGV[11]
})
