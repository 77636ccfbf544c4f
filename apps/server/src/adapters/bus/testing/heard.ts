import { vi } from 'vitest'
import type { Bus, StateVersion } from '../../../app/ports/system/bus.ts'

/** The key of a test's members. */
export const TEST_BUS_KEY: Uint8Array = Buffer.alloc(32, 5)

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Waits until `holds` is true; the limit only ends a wait that would never end. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(holds, { timeout: 120_000, interval: 10 })

/** Records the states that a watcher of a topic got. */
export class Heard {
  readonly versions: StateVersion[] = []
  readonly texts: string[] = []
  readonly lengths: number[] = []
  readonly stop: () => void

  constructor(bus: Bus, topic: string) {
    this.stop = bus.watchState(topic, (version, bytes) => {
      this.versions.push(version)
      this.lengths.push(bytes.length)
      this.texts.push(bytes.length < 100 ? textOf(bytes) : '')
    })
  }

  get last(): string | undefined {
    return this.texts.at(-1)
  }
}
