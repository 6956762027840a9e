-- uses every command that the scripts need, on keys of its own, so that what is missing shows at open. Leaves nothing.
-- KEYS: 1 lock, 2 fence, 3 queue   ARGV: 1 channel
-- Returns: '' or the command and the server's error.

local steps = {
  { 'TIME' }, { 'SET', KEYS[1], 'probe', 'PX', '1000' }, { 'GET', KEYS[1] }, { 'PTTL', KEYS[1] },
  { 'PEXPIRE', KEYS[1], '1000' }, { 'EXISTS', KEYS[1] }, { 'HSET', KEYS[2], 't', '1', 'r', '1' },
  { 'PEXPIRE', KEYS[2], '1000' }, { 'HGET', KEYS[2], 't' }, { 'HMGET', KEYS[2], 't', 'r' }, { 'HVALS', KEYS[2] },
  { 'HDEL', KEYS[2], 'r' }, { 'ZADD', KEYS[3], '1', 'probe' }, { 'PEXPIRE', KEYS[3], '1000' },
  { 'ZSCORE', KEYS[3], 'probe' }, { 'ZRANGE', KEYS[3], '0', '0' }, { 'ZREVRANGE', KEYS[3], '0', '0', 'WITHSCORES' },
  { 'ZREM', KEYS[3], 'probe' }, { 'PUBLISH', ARGV[1], 'probe' }, { 'DEL', KEYS[1], KEYS[2], KEYS[3] }
}
for _, step in ipairs(steps) do
  local reply = redis.pcall(unpack(step))
  if type(reply) == 'table' and reply.err then
    redis.pcall('DEL', KEYS[1], KEYS[2], KEYS[3])
    return step[1] .. ': ' .. reply.err
  end
end
return ''
