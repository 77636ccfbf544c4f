import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { createAdmin } from '../../app/users/admins.ts'
import { startKeyServer } from '../testing/key-server.ts'
import { backupText, databaseFiles, secretsIn, walPlace } from '../testing/secret-search.ts'
import { ADMIN, ELIF, send, signedIn, signUp, type UserServer } from '../testing/user-server.ts'
import { ROUTES, type Route } from './route-table.ts'

/** Names of fields whose values may appear nowhere. */
const SECRET = /pass|secret|token|totp|code$|api_?key/i

const fieldsOf = ({ body }: Route): readonly string[] => {
  if (body === null) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.keys(schema.properties ?? {})
}
const RIGHT: Readonly<Record<string, unknown>> = {
  ...ELIF,
  exchange: 'binance',
  exchange_name: 'binance',
  testnet: false,
  testMode: false,
}

let planted = 0
/** Common end of all secrets, so that one search finds any; of a length that base64 encodes without padding. */
const TAIL = 'Zq7Xw3Vb9Tk5Rm1Lp8Nd6Hc4Gf2Js0Yq7Xw3Vb9Tk5Rm1Lp8Nd6'
/** A unique secret in the form of a key, too long to appear by chance. */
const canary = () => `kanarya${String(++planted).padStart(6, '0')}${TAIL}`

/** Bodies with a secret in each secret field: a whole one, and others with one wrong field, which are refused. */
function bodies(route: Route): { readonly body: Record<string, unknown>; readonly secrets: readonly string[] }[] {
  const names = fieldsOf(route)
  const secretNames = names.filter((name) => SECRET.test(name))
  if (secretNames.length === 0) return []
  const wrongs = [null, ...(isLongRun ? names : names.slice(0, 1))]
  return wrongs.map((wrong) => {
    const own = Object.fromEntries(secretNames.map((name) => [name, canary()]))
    const body = { ...Object.fromEntries(names.map((name) => [name, RIGHT[name] ?? 'metin'])), ...own }
    // The wrong field holds a list with a secret: an answer that quotes what it refuses would quote the secret.
    if (wrong !== null) body[wrong] = [own[wrong] ?? canary()]
    return { body, secrets: Object.values(own) }
  })
}

async function places(server: UserServer, since: unknown): Promise<Record<string, Buffer>> {
  return {
    logs: Buffer.from(JSON.stringify([server.logged, server.alarms])),
    metrics: Buffer.from(await (await server.get('/metrics')).text()),
    'database files': await databaseFiles(server.db, since),
    backup: await backupText(server.db),
  }
}

test('[SEC-44] a secret in any field of any call appears nowhere afterwards', {
  timeout: 600_000,
}, async (context) => {
  const server = await startKeyServer(1e6)
  context.onTestFinished(() => server.stop())
  const since = await walPlace(server.db)
  await createAdmin(server.parts, ADMIN)
  const answers: string[] = []
  const tokens = { user: '', admin: '' }
  let sent = 0
  for (const route of ROUTES) {
    const all = bodies(route)
    for (const [place, { body, secrets }] of all.entries()) {
      const email = `kanarya${++sent}@example.org`
      if (route.access !== 'admin' && tokens.user === '') tokens.user = (await signUp(server, email)).token
      if (route.access === 'admin' && tokens.admin === '')
        tokens.admin = (await signedIn(await send(server, '/api/admin/auth/login', ADMIN))).token
      const whose = route.access === 'admin' ? 'admin' : 'user'
      const given = fieldsOf(route).includes('email') && place === 0 ? { ...body, email: `yeni-${email}` } : body
      const path = route.path.replaceAll(/:[a-z]+/gi, 'AAAAAAAAAAAAAAAAAAAAAA')
      const { method } = route
      const [own = ''] = secrets
      const answer = await send(server, `${path}?x=${own}`, given, { token: tokens[whose], method })
      answers.push(`${[...answer.headers].join('\n')}\n${await answer.text()}`)
      if (answer.status === 401 || answer.status === 204) tokens[whose] = ''
      // A client that sends the secret in headers where it does not belong.
      const headers = { cookie: `makas-user=${own}`, 'x-api-key': own }
      const lost = await send(server, path, given, { method, token: own, headers })
      answers.push(`${[...lost.headers].join('\n')}\n${await lost.text()}`)
    }
    if (isLongRun && all.length > 0)
      expect([route.path, secretsIn(await places(server, since), [TAIL])]).toEqual([route.path, []])
  }
  const everywhere = {
    answers: Buffer.from(answers.join('\n')),
    vault: Buffer.from(JSON.stringify(server.vaultLines)),
    ...(await places(server, since)),
  }
  // The search itself finds what is stored.
  for (const form of ['utf8', 'base64', 'hex'] as const)
    expect(secretsIn({ it: Buffer.from(Buffer.from(`x${canary()}y`).toString(form)) }, [TAIL])).toHaveLength(1)
  expect(secretsIn(everywhere, [ADMIN.email]).some((place) => place.startsWith('database files'))).toBe(true)
  expect(secretsIn(everywhere, [ADMIN.email]).some((place) => place.startsWith('backup'))).toBe(true)
  expect(planted).toBeGreaterThan(isLongRun ? 100 : 40)
  expect(secretsIn(everywhere, [TAIL])).toEqual([])
  recordFigure(context, {
    row: 'SEC-44',
    wanted: 'planted secrets found nowhere: answers, logs, database files, backups, metrics; raw, base64, hex',
    measured: `0 of ${planted} found after ${sent} bodies to every call that takes one`,
    seed: 0,
  })
})
