// A deprecated call of Node.js or a library fails the test, before its next version removes it.
process.throwDeprecation = true
