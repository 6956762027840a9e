-- what became of owner ids that do not hold their names. Reads only. Store format 1.
-- KEYS: lock, fence and dead of each owner id   ARGV: none
-- Returns: for each {value of lock, owner of fence, state of fence, mark of dead}, '' for none.

local rows = {}
for i = 1, #KEYS, 3 do
  local held = redis.pcall('GET', KEYS[i])
  local fence = redis.pcall('HMGET', KEYS[i + 1], 'o', 'r')
  rows[#rows + 1] = { type(held) == 'string' and held or '', not fence.err and fence[1] or '',
    not fence.err and fence[2] or '', redis.call('GET', KEYS[i + 2]) or '' }
end
return rows
