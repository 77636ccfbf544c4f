import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepFigures, type Measured, readTable } from './table.ts'

const figure = (test: string, measured: string): Measured => ({ row: 'F1', wanted: '0', measured, seed: 1, test })

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'makas-figures-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a run replaces the figures of its own tests, a failed test loses them, and the others stay', () => {
  const root = folder()
  expect(readTable(root)).toBeNull()
  keepFigures(root, [figure('a', '1'), figure('b', '2'), figure('c', '3')], ['a', 'b', 'c'], 'abc1234')
  keepFigures(root, [figure('b', '4')], ['a', 'b'], 'abc1234')
  expect(readTable(root)).toMatchObject({ commit: 'abc1234', figures: [figure('c', '3'), figure('b', '4')] })
})

test('figures of two commits never meet in one table', () => {
  const root = folder()
  keepFigures(root, [figure('a', '1')], ['a'], 'abc1234')
  keepFigures(root, [figure('b', '2')], ['b'], 'def5678')
  expect(readTable(root)).toMatchObject({ commit: 'abc1234', figures: [figure('a', '1')] })
})
