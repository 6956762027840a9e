def log = new File(basedir, 'build.log').text
def expected = 'Dependency convergence error for net.bytebuddy'
// A build that breaks for another reason proves nothing about this gate.
assert log.contains(expected) : "the gate did not speak: expected=\"${expected}\""
