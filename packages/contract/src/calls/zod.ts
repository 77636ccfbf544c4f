import { config, z } from 'zod'

// zod builds its fast parsers with `new Function`, which the site's content security policy forbids (security.md 58).
// It decides when a schema is built, so every schema of the contract takes `z` from here.
config({ jitless: true })

export { z }
