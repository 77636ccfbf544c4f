import type { FastifyInstance } from 'fastify'

/** How a server that is about to stop drains its connections. */
export type Draining = {
  readonly isDraining: () => boolean
  /** From this call on /readyz says not ready, and every answer closes its connection. */
  readonly drain: () => void
  /** Holds every answer back until the returned function is called. */
  readonly hold: () => () => void
}

export function draining(app: FastifyInstance): Draining {
  let isDraining = false
  let held: Promise<void> | null = null
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) reply.header('connection', 'close')
    if (held === null) done()
    else void held.then(() => done())
  })
  app.addHook('preClose', async () => {
    isDraining = true
  })
  return {
    isDraining: () => isDraining,
    drain: () => {
      isDraining = true
    },
    hold: () => {
      let release: () => void = () => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = null
        release()
      }
    },
  }
}
