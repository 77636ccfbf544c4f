import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endTour, keepTourProgress, startTour, tourIsOn, tourProgress, useTourFlag } from './tour-flag.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const refusing = {
  getItem: () => {
    throw new Error('refused')
  },
  setItem: () => {
    throw new Error('refused')
  },
  removeItem: () => {
    throw new Error('refused')
  },
}
const BEGINNING = {
  step1_viewed_opportunities: false,
  step2_connected_demo_api: false,
  step3_completed_demo_trade: false,
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  endTour()
  vi.unstubAllGlobals()
})

describe('the flag of the tour', () => {
  test('sets the flag, resets the progress, and clears both', () => {
    expect(tourIsOn()).toBe(false)
    startTour()
    keepTourProgress({ ...BEGINNING, step1_viewed_opportunities: true })
    expect([tourIsOn(), tourProgress().step1_viewed_opportunities]).toEqual([true, true])
    startTour()
    expect(tourProgress()).toEqual(BEGINNING)
    endTour()
    expect([tourIsOn(), [...stored]]).toEqual([false, []])
  })

  test('reads unreadable progress as the beginning', () => {
    for (const text of ['', '{', 'null', '7', '[]', '{"step1_viewed_opportunities":"true"}']) {
      stored.set('makas.tourProgress', text)
      expect(tourProgress(), text).toEqual(BEGINNING)
    }
  })

  test('lasts until the page is left if storage is refused', () => {
    vi.stubGlobal('localStorage', refusing)
    startTour()
    expect(tourIsOn()).toBe(true)
    endTour()
    expect(tourIsOn()).toBe(false)
  })

  test('is not set on a prerendered page', () => {
    startTour()
    const Shown = () => <p>{useTourFlag() ? 'on' : 'off'}</p>
    expect(renderToStaticMarkup(<Shown />)).toBe('<p>off</p>')
  })
})
