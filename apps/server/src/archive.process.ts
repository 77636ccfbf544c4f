import { setPriority } from 'node:os'
import { ArchiveRequestHandler } from './adapters/archive/inside/archive-request-handler.ts'
import type { FromArchive, ToArchive } from './adapters/archive/messages.ts'

/** Frames and requests go first: history can wait for a processor. */
const NICE = 10

/** The archive: a process of its own, so that neither a long question nor a fault of native code is felt by the server. */
let handler: ArchiveRequestHandler | null = null

function tell(message: FromArchive): void {
  // The server may be gone by now; then nobody waits for this.
  if (process.connected) process.send?.(message)
}

setPriority(NICE)
process.on('message', (message: ToArchive) => {
  if (message.kind === 'settings') {
    handler = new ArchiveRequestHandler(message.settings, (key, error) => tell({ kind: 'damaged', key, error }))
    return
  }
  const { id, request } = message
  if (handler === null) tell({ kind: 'answer', id, answer: { kind: 'failed', error: 'no settings' } })
  else void handler.answer(request).then((answer) => tell({ kind: 'answer', id, answer }))
})
// It ends with the server, however that ends; signals to the whole group are the server's to act on.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
