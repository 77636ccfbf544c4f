import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { KeyRing } from '../../adapters/system/keys/key-ring.ts'
import { authenticatorCodes } from '../../adapters/system/secrets/authenticator-codes.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import type { User } from '../ports/users/users.ts'
import { isRightCode } from './right-code.ts'
import type { UserParts } from './user-parts.ts'

test.each([120_000, -120_000])('codes are right by the corrected clock at once: %i ms', async (stepMs) => {
  const machine = { wall: 1_700_000_000_000, monotonic: 0 }
  const wall = () => machine.wall
  const codes = authenticatorCodes({ keys: new KeyRing(randomBytes(32)).at(wall), issuer: 'Makas', wall })
  const { sealed, secret } = codes.newSecret('account-1', 'elif@example.org')
  const used: number[] = []
  const parts = {
    codes,
    clock: createSystemClock({ wall, monotonic: () => machine.monotonic }),
    totp: { useStep: async (_: string, step: number) => used.push(step) > 0 },
  } as unknown as UserParts
  const user = { id: 'account-1', totp: sealed } as User
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: machine.wall })
  const before = code()
  machine.wall += stepMs
  machine.monotonic += 1_000
  expect(await isRightCode(parts, user, code())).toBe(true)
  expect(used).toEqual([Math.floor(machine.wall / 30_000)])
  expect(await isRightCode(parts, user, before)).toBe(false)
})
