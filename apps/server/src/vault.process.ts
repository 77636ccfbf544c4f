import { createSystemClock } from './adapters/system/system-clock.ts'
import { Vault } from './adapters/vault/inside/vault.ts'
import type { FromVault, ToVault } from './adapters/vault/messages.ts'

/** The vault (product-decisions.md 28): a process of its own, and the only one that opens secrets. */
let vault: Vault | null = null

function tell(message: FromVault): void {
  // The server may have ended; then the answer is dropped.
  if (process.connected) process.send?.(message)
}

process.on('message', (message: ToVault) => {
  if (message.kind === 'settings') {
    vault = new Vault(message.settings, createSystemClock())
    return
  }
  if (message.kind === 'ping') return tell({ id: null })
  const { id, request, demoOrigin } = message
  const asked = vault
  const unused = { used: 0, waiting: 0, refused: 0 }
  if (asked === null) tell({ id, answer: { kind: 'failed', error: 'NoSettings' }, shared: unused })
  else void asked.answer(request, demoOrigin).then((answer) => tell({ id, answer, shared: asked.shared }))
})
// Ends with the server, however that ends; signals to the process group are left to the server.
process.on('disconnect', () => process.exit(0))
process.on('SIGHUP', () => undefined)
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// An error message may quote a secret: the process ends without printing it.
process.on('uncaughtException', () => process.exit(1))
process.on('unhandledRejection', () => process.exit(1))
