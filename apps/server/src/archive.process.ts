import { setPriority } from 'node:os'
import { ArchiveRequestHandler } from './adapters/archive/inside/archive-request-handler.ts'
import type { FromArchive, ToArchive } from './adapters/archive/messages.ts'

/** Lower priority than frames and requests: history can wait for a processor. */
const NICE = 10

/** The archive: a process of its own, so that neither a long query nor a fault of native code affects the server. */
let handler: ArchiveRequestHandler | null = null

function tell(message: FromArchive): void {
  // The server may have ended; then the answer is dropped.
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
// Ends with the server, however that ends; signals to the process group are left to the server.
process.on('disconnect', () => process.exit(0))
process.on('SIGHUP', () => undefined)
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
