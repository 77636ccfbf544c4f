// A process that writes all the time and says each write once it is told that it is stored: what crash tests kill.
// Arguments: the data folder, and what its names begin with.

import { takeDataLock } from '../../system/process-lock.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { addAuditLine } from '../audit-log.ts'
import { settings } from '../schema/operation.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { Storage } from '../storage.ts'

const [, , dataDir = '', prefix = ''] = process.argv
const clock = createSystemClock()
const say = (line: string) => process.stdout.write(`${line}\n`)

if (takeDataLock(dataDir).kind !== 'taken') throw new Error('the lock of a killed process was not taken over')
const storage = new Storage({
  dataDir,
  databaseUrl: null,
  clock,
  log: (_level, event) => say(`# ${event}`),
})
storage.start()

async function write(name: string): Promise<void> {
  const now = new Date(clock.now())
  await storage.database.transact(async (statements) => {
    const base = { title: name, description: '', category: 'genel', priority: 'low', status: 'open' } as const
    await statements.insert(tickets).values({ id: name, ...base, createdAt: now, updatedAt: now })
    const message = { ticketId: name, isAdmin: false, senderName: '', message: name, createdAt: now }
    await statements.insert(ticketMessages).values({ id: `${name}-1`, ...message })
    await statements.insert(ticketMessages).values({ id: `${name}-2`, ...message })
    await addAuditLine(statements, {
      at: clock.now(),
      actor: { kind: 'system' },
      action: 'ticket-created',
      subject: { kind: 'ticket', id: name },
      detail: {},
      address: null,
      requestId: null,
    })
  })
  await storage.database.run((s) => s.insert(settings).values({ name, value: 1, updatedAt: now }))
  say(name)
}

async function writeOn(writer: number): Promise<void> {
  for (let at = 0; ; at++) {
    try {
      await write(`${prefix}-${writer}-${at}`)
    } catch (error) {
      if ((error as { kind?: string }).kind !== 'unavailable') say(`# unexpected ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

for (let writer = 0; writer < 4; writer++) void writeOn(writer)
