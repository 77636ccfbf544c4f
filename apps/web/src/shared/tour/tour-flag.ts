import { useSyncExternalStore } from 'react'
import { removePreference, storedPreference, storePreference } from '../storage/preferences.ts'

/** Stored progress of the paper-trade tour (ENT-11), from which a reload goes on. */
export type TourProgress = {
  readonly step1_viewed_opportunities: boolean
  readonly step2_connected_demo_api: boolean
  readonly step3_completed_demo_trade: boolean
}

const FLAG = 'makas.tour'
const PROGRESS = 'makas.tourProgress'
const BEGINNING: TourProgress = {
  step1_viewed_opportunities: false,
  step2_connected_demo_api: false,
  step3_completed_demo_trade: false,
}
const watchers = new Set<() => void>()

/** The flag if the browser refuses storage: the tour then lasts until the page is left. */
let isOnHere = false

function notify(): void {
  for (const watcher of watchers) watcher()
}

/** Sets the tour's flag and resets its progress: the landing page then shows the tour. */
export function startTour(): void {
  isOnHere = !storePreference(FLAG, 'on')
  storePreference(PROGRESS, JSON.stringify(BEGINNING))
  notify()
}

/** Clears the tour's flags, finished or not. */
export function endTour(): void {
  isOnHere = false
  removePreference(FLAG)
  removePreference(PROGRESS)
  notify()
}

/** Whether the tour's flag is set, whatever its value. */
export const tourIsOn = (): boolean => isOnHere || storedPreference(FLAG) !== null

/** Hook: whether the tour's flag is set, also by another tab. False on a prerendered page. */
export const useTourFlag = (): boolean => useSyncExternalStore(watch, tourIsOn, () => false)

/** The stored progress; the beginning if storage is unreadable. */
export function tourProgress(): TourProgress {
  const stored = fieldsOf(storedPreference(PROGRESS))
  const isDone = (name: keyof TourProgress) => stored.get(name) === true
  return {
    step1_viewed_opportunities: isDone('step1_viewed_opportunities'),
    step2_connected_demo_api: isDone('step2_connected_demo_api'),
    step3_completed_demo_trade: isDone('step3_completed_demo_trade'),
  }
}

/** Stores the progress of the tour. */
export function keepTourProgress(progress: TourProgress): void {
  storePreference(PROGRESS, JSON.stringify(progress))
}

function fieldsOf(text: string | null): ReadonlyMap<string, unknown> {
  if (text === null) return new Map()
  try {
    const value: unknown = JSON.parse(text)
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  } catch {
    return new Map()
  }
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  addEventListener('storage', changed)
  return () => {
    watchers.delete(changed)
    removeEventListener('storage', changed)
  }
}
