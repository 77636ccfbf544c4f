let offset = 0
let lastSteady = performance.now()
let lastWall = Date.now()

/**
 * Milliseconds since the page opened, monotonic. Sleep counts too: some browsers stop `performance.now()` in sleep, so
 * a lead of the wall clock of more than a second is added.
 */
export function steadyNow(): number {
  const steady = performance.now()
  const wall = Date.now()
  const slept = wall - lastWall - (steady - lastSteady)
  if (slept > 1000) offset += slept
  lastSteady = steady
  lastWall = wall
  return steady + offset
}

/** The wall clock, epoch ms: only for showing a time of day. */
export function wallNow(): number {
  return Date.now()
}

/** Now as ISO 8601 text in UTC. */
export function isoNow(): string {
  return new Date().toISOString()
}
