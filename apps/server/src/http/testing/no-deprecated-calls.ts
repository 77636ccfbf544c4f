// What a library or Node.js will take back is a defect here before it is one of their next version.
process.throwDeprecation = true
