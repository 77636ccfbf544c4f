import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { writtenFolders } from './watch-disks.ts'

test.each([
  ['a folder', '/mnt/history', ['/srv/makas', '/mnt/copies', '/mnt/history']],
  ['a bucket', 'https://key:hush@storage.example.org/makas', ['/srv/makas', '/mnt/copies']],
])('the disks of data, copies and an archive in %s are watched', (_, archive, folders) => {
  const reading = readConfig({ DATA_DIR: '/srv/makas', BACKUP_DIR: '/mnt/copies', ARCHIVE_URL: archive })
  if (reading.kind === 'refused') throw new Error(reading.mistakes.join(', '))
  expect(writtenFolders(reading.config)).toEqual(folders)
})
