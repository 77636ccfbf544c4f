import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { toStorageError } from './failures.ts'

test.each(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'ECONNABORTED', 'ECONNRESET', 'EHOSTUNREACH'])(
  'a connection that ends with %s makes the storage unavailable',
  (code) => {
    const failure = toStorageError(Object.assign(new Error(`connect ${code}`), { code }))
    expect(failure).toBeInstanceOf(StorageFailure)
    expect(failure).toMatchObject({ kind: 'unavailable' })
  },
)

test.each([
  ['25006', 'a primary that became a standby'],
  ['57P01', 'a server that stops'],
  ['40P01', 'a deadlock'],
])('%s, %s, makes the storage unavailable', (code) => {
  const error = new DatabaseError('message', 1, 'error')
  error.code = code
  expect(toStorageError(error)).toMatchObject({ kind: 'unavailable', message: `database: ${code}` })
})
