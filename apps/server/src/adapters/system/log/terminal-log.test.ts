import { expect, test } from 'vitest'
import { TerminalLog } from './terminal-log.ts'

function terminal() {
  const lines: string[] = []
  const clock = { now: Date.parse('2026-11-23T10:00:00Z') }
  const log = new TerminalLog(
    (text) => lines.push(text),
    () => clock.now,
  )
  const say = (entry: object) => log.write(`${JSON.stringify({ level: 50, time: clock.now, ...entry })}\n`)
  return { lines, clock, log, say }
}

const unreachable = (exchange: string) => ({ exchange, market: 'spot', reason: 'unreachable', msg: 'feed.list-failed' })

test('an event is a line with its data, without braces', () => {
  const { lines, say } = terminal()
  say({ level: 40, p99Ms: 774, alarm: true, msg: 'event-loop-slow' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}event-loop-slow p99Ms=774 alarm=true\n$/)
})

test('what outside sends moves no cursor, colours nothing, and looks like no event of ours', () => {
  const { lines, say } = terminal()
  say({ level: 40, reason: 'a\u001b[2J\u202eb\r\n10:00:00 info  all-well', msg: 'feed.closing' })
  expect(lines[0]).toContain('reason=a\\u001b[2J\\u202eb\\u000d\n    10:00:00 info  all-well\n')
})

test('an exchange that cannot be reached has one line, then one each five minutes with what was left out', () => {
  const { lines, clock, say } = terminal()
  for (let time = 0; time < 45; time += 1) {
    say(unreachable('okx'))
    clock.now += 600
  }
  expect(lines).toHaveLength(1)
  say(unreachable('bybit'))
  expect(lines).toHaveLength(2)
  clock.now += 5 * 60_000
  say({ ...unreachable('okx'), msg: 'feed.connect-failed' })
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('(44 more since the last line)')
  clock.now += 1_000
  say({ ...unreachable('okx'), msg: 'feed.connect-failed' })
  expect(lines).toHaveLength(3)
})

test('other events of an exchange are never left out, and a text that is no JSON is written as it came', () => {
  const { lines, log, say } = terminal()
  say(unreachable('okx'))
  for (let time = 0; time < 3; time += 1) say({ exchange: 'okx', msg: 'feed.banned' })
  expect(lines).toHaveLength(4)
  log.write('plain words\n')
  expect(lines.at(-1)).toBe('plain words\n')
})
