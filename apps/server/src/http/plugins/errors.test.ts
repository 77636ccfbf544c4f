import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import { ApiFailure } from '../api-failure.ts'
import { errors } from './errors.ts'

const logged: string[] = []

/** The answer to a route that fails with `failure`. */
async function answerTo(failure: Error) {
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => logged.push(line) } } })
  errors(app)
  app.get('/', () => {
    throw failure
  })
  const { statusCode, headers, body } = await app.inject('/')
  return { statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) as unknown }
}

test('[S4] a database that is away is a temporary error that says when to come back', async () => {
  expect(await answerTo(new StorageFailure('unavailable', 'database: ECONNREFUSED /secret/socket'))).toEqual({
    statusCode: 503,
    retryAfter: '5',
    body: { detail: 'Hizmet şu anda yanıt veremiyor. Lütfen biraz sonra yeniden deneyin.', code: 'unavailable' },
  })
})

test('[S3] with a full disk nothing is stored, and the answer says so', async () => {
  expect(await answerTo(new StorageFailure('full', 'the disk is full'))).toEqual({
    statusCode: 507,
    retryAfter: '5',
    body: { detail: 'Kaydedilemedi. Lütfen biraz sonra tekrar deneyin.', code: 'not-stored' },
  })
})

test('an error that no call answers so far has its sentence too', async () => {
  const notAcceptable = Object.assign(new Error('not acceptable'), { statusCode: 406 })
  expect(await answerTo(notAcceptable)).toMatchObject({
    statusCode: 406,
    body: { detail: 'İstenen biçimde yanıt verilemiyor.', code: 'not-acceptable' },
  })
  expect(await answerTo(new ApiFailure('connection-required'))).toMatchObject({
    statusCode: 409,
    body: {
      detail: 'Bu işlem için test ağı veya demo bağlantısı gerekir. Gerçek parayla emir gönderilmez.',
      code: 'connection-required',
    },
  })
})

test('a duplicate that no use case expects is a defect of ours, and tells nothing', async () => {
  logged.length = 0
  const { statusCode, body } = await answerTo(new StorageFailure('duplicate', 'duplicate', 'users_role_email_key'))
  expect({ statusCode, body }).toEqual({
    statusCode: 500,
    body: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' },
  })
  expect(logged).toHaveLength(1)
})
