import { createSystemClock } from './adapters/system/system-clock.ts'
import { Vault } from './adapters/vault/inside/vault.ts'
import type { FromVault, ToVault } from './adapters/vault/messages.ts'

/** The vault (product-decisions.md 28): a process of its own, and the only one in which a secret is ever opened. */
let vault: Vault | null = null

function tell(message: FromVault): void {
  // The server may be gone by now; then nobody waits for this.
  if (process.connected) process.send?.(message)
}

process.on('message', (message: ToVault) => {
  if (message.kind === 'settings') {
    vault = new Vault(message.settings, createSystemClock())
    return
  }
  if (message.kind === 'ping') return tell({ id: null })
  const { id, request, demoOrigin } = message
  if (vault === null) tell({ id, answer: { kind: 'failed', error: 'NoSettings' } })
  else void vault.answer(request, demoOrigin).then((answer) => tell({ id, answer }))
})
// It ends with the server, however that ends; signals to the whole group are the server's to act on.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// An error may quote what it was about: it ends the process without a word.
process.on('uncaughtException', () => process.exit(1))
process.on('unhandledRejection', () => process.exit(1))
