import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Database } from '../adapters/storage/database/database.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { type RotationReport, rotateKeys } from '../adapters/storage/keys/rotate-keys.ts'
import { takeProcessLock } from '../adapters/system/files/process-lock.ts'
import { auditKeyIn, readKeyRing } from '../adapters/system/keys/key-file.ts'
import { KEY_USES, KeyRefusal, type KeyUse } from '../adapters/system/keys/key-ring.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { resealKey } from '../adapters/vault/inside/reseal.ts'
import { readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const USAGE = `usage: npm run keys:rotate [-- [PURPOSE …] [--lead SECONDS]]
       npm run keys:rotate -- --leak --former FILE [--lead SECONDS]
purposes: ${KEY_USES.join(', ')} (all where none is named)`

/** How long new keys are announced, s: running processes look at the key file each second. */
const LEAD_S = 10

/**
 * `npm run keys:rotate`: replaces keys while the server runs. After an interruption the next run resumes
 * (security.md 41, 89).
 */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    options: { leak: { type: 'boolean' }, former: { type: 'string' }, lead: { type: 'string' } },
    allowPositionals: true,
  })
  const { leak: isLeak = false, former, lead = String(LEAD_S) } = values
  const uses = KEY_USES.filter((use) => positionals.length === 0 || positionals.includes(use))
  const isUnknown = positionals.some((name) => !KEY_USES.includes(name as KeyUse))
  const isLeakWhole = isLeak === (former !== undefined) && !(isLeak && positionals.length > 0)
  if (isUnknown || !isLeakWhole || !/^\d{1,5}$/.test(lead)) return refuse(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { masterKeyFile: path } = reading.config
  const clock = createSystemClock()
  if (readKeyRing(path) === null)
    return refuse(`${path}: there is no key file yet; the server makes it at its first start`)
  const lock = takeProcessLock(`${path}.lock`)
  if (lock.kind === 'held') return refuse(`process ${lock.pid} is rotating the keys already`)
  const log = () => undefined
  try {
    const report = await withDatabase({ ...reading.config, clock, log, mayMake: false }, async ({ owner, prepare }) => {
      await prepare()
      const database = new Database({ connection: owner, auditKey: auditKeyIn(path), onLost: log })
      const pause = (ms: number) => new Promise<void>((done) => clock.after(ms, done))
      const places = { path, former: former === undefined ? null : resolve(former), leadMs: Number(lead) * 1_000 }
      try {
        return await rotateKeys({ database, uses, now: () => clock.now(), pause, resealKey, ...places })
      } finally {
        await database.end()
      }
    })
    for (const line of told(report, former ?? null)) terminal.print(line)
  } finally {
    lock.release()
  }
}

function told({ moved, unopened, newest, isResumed, kept, doubt }: RotationReport, former: string | null): string[] {
  const idOf = (use: KeyUse) => newest.find((one) => one.use === use)?.id
  const lines = [
    `${isResumed ? 'an earlier change is finished' : 'new keys'}: ${newest.map(({ use, version }) => `${use} ${version}`).join(', ')}`,
    `${moved.exchangeKeys} exchange keys are sealed under the key ${idOf('exchange-keys') ?? 'of before'}`,
    `${moved.passwords} passwords, ${moved.factors} second factors and ${moved.codes} recovery codes are under the new keys`,
  ]
  if (unopened > 0) lines.push(`${unopened} records do not open with any key of the file and stay as they are`)
  if (kept.length > 0)
    lines.push(`former keys that stay for now: ${kept.map(({ use, version }) => `${use} ${version}`).join(', ')}`)
  if (doubt !== null) lines.push(`replaced keys stay in the file, however old: ${doubt}`)
  if (isResumed && former === null) lines.push('run the command again for further keys')
  if (former !== null) lines.push(`take ${former} off this machine: only with it copies of before open`)
  return lines
}

await runHere(command(main, (error) => (error instanceof KeyRefusal ? error.message : sentenceOf(error))))
