import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning, takeProcessLock } from './process-lock.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'makas-lock-'))
  path = join(folder, 'makas.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (pid: number, start: string) => writeFileSync(path, JSON.stringify({ pid, start }))

/** Starts a process that runs until `end` is called. */
async function another(): Promise<{ readonly pid: number; readonly end: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    pid: child.pid as number,
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('a second taker is told who holds it, until it is released', () => {
  const first = takeProcessLock(path)
  expect(first.kind).toBe('taken')
  expect(takeProcessLock(path)).toEqual({ kind: 'held', pid: process.pid })
  if (first.kind === 'taken') first.release()
  expect(takeProcessLock(path).kind).toBe('taken')
  expect(readdirSync(folder)).toEqual(['makas.lock'])
})

test('of a process that is gone it is taken over at once', async () => {
  const { pid, end } = await another()
  await end()
  write(pid, '1')
  expect(isRunning(pid)).toBe(false)
  expect(takeProcessLock(path).kind).toBe('taken')
})

test('a pid that was given to another process since is no holder', async () => {
  const { pid, end } = await another()
  write(pid, '1')
  expect(takeProcessLock(path).kind).toBe('taken')
  rmSync(path)
  write(pid, '')
  expect(takeProcessLock(path)).toEqual({ kind: 'held', pid })
  await end()
})

test.each([[''], ['{'], ['null'], ['{"pid":-1,"start":""}'], ['x'.repeat(10_000)]])('%j names nobody', (text) => {
  writeFileSync(path, text)
  expect(takeProcessLock(path).kind).toBe('taken')
})
