import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, forgetDraftsOfOthers } from '../session/drafts.ts'
import { EMPTY_DRAFT, keepTicketDraft, ticketDraft } from './draft.ts'

/** Storage like a browser's: its entries are its own enumerable properties. */
function tabStorage(): Record<string, string> {
  const kept: Record<string, string> = {}
  return Object.defineProperties(kept, {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: { value: (key: string, text: string) => void Reflect.set(kept, key, text) },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(kept, key) },
  })
}

beforeEach(() => vi.stubGlobal('sessionStorage', tabStorage()))
afterEach(() => vi.unstubAllGlobals())

const write = (of: string | null, title: string, description = '') =>
  keepTicketDraft({ ...EMPTY_DRAFT, of, title, description })

test('each person finds only their own draft', () => {
  write('elif', 'Konu', 'Metin')
  expect(ticketDraft('elif')).toMatchObject({ of: 'elif', title: 'Konu', description: 'Metin' })
  for (const other of ['deniz', null]) expect(ticketDraft(other)).toEqual({ ...EMPTY_DRAFT, of: other })
})

test('the draft of a visitor who logs in joins their own draft, once', () => {
  write(null, 'Aranan sözcük')
  expect(ticketDraft('elif')).toEqual({ ...EMPTY_DRAFT, of: 'elif', title: 'Aranan sözcük' })
  write('elif', '', 'Metin')
  write(null, 'Aranan sözcük')
  const joined = ticketDraft('elif')
  expect(joined).toMatchObject({ title: 'Aranan sözcük', description: 'Metin' })
  keepTicketDraft(joined)
  expect(ticketDraft(null)).toEqual({ ...EMPTY_DRAFT, of: null })
  expect(ticketDraft('elif')).toEqual(joined)
  write(null, 'Başkası')
  expect(ticketDraft('elif').title).toBe('Aranan sözcük')
})

test('a login drops other users’ drafts but not a visitor’s; a logout drops all drafts and nothing else', () => {
  sessionStorage.setItem('other', 'stays')
  write('elif', 'Elif yazdı')
  write('deniz', 'Deniz yazdı')
  write(null, 'Ziyaretçi yazdı')
  forgetDraftsOfOthers('elif')
  expect(Object.values(sessionStorage).join()).not.toContain('Deniz yazdı')
  expect(ticketDraft('elif').title).toBe('Elif yazdı')
  expect(ticketDraft(null).title).toBe('Ziyaretçi yazdı')
  forgetDrafts()
  expect(Object.entries(sessionStorage)).toEqual([['other', 'stays']])
})
