import { describe, expect, test } from 'vitest'
import { SseParser } from './sse-parser.ts'

const STREAM =
  '\uFEFF: welcome\nretry: 1500\n\nid: 7\nevent: snapshot\ndata: {"a":\ndata: 1}\n\n:\n\nevent: delta\ndata:x\n\ndata\n\nid: 8\ndata: last\n\nevent: lost\ndata: unfinished'

const EVENTS = [
  { event: 'snapshot', data: '{"a":\n1}', id: '7' },
  { event: 'delta', data: 'x', id: '7' },
  { event: 'message', data: '', id: '7' },
  { event: 'message', data: 'last', id: '8' },
]

describe('a stream of server-sent events', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads the same with %s line ends, cut at every place', (_name, end) => {
    const text = STREAM.replaceAll('\n', end)
    for (let at = 0; at <= text.length; at++) {
      const parser = new SseParser()
      const events = [...parser.push(text.slice(0, at)), ...parser.push(text.slice(at))]
      expect(events).toEqual(EVENTS)
    }
  })

  test('reads the same character by character', () => {
    const parser = new SseParser()
    expect([...STREAM.replaceAll('\n', '\r\n')].flatMap((piece) => parser.push(piece))).toEqual(EVENTS)
  })

  test('keeps the server’s delay, and ignores a delay that is not a number', () => {
    const parser = new SseParser()
    parser.push('retry: soon\n\n')
    expect(parser.retryMs).toBeNull()
    parser.push('retry: 1500\n\n')
    expect(parser.retryMs).toBe(1500)
  })

  test('ignores an id with a NUL', () => {
    const parser = new SseParser()
    expect(parser.push('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n').map((event) => event.id)).toEqual(['1', '1'])
  })
})
