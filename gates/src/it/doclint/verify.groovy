def log = new File(basedir, 'build.log').text
def expected = 'reference not found'
// A build that breaks for another reason proves nothing about this gate.
assert log.contains(expected) : "the gate did not speak: expected=\"${expected}\""
