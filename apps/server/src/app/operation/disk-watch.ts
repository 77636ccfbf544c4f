import type { Clock } from '../ports/system/clock.ts'
import type { Disk } from '../ports/system/disk.ts'
import type { Metric } from '../ports/system/metric.ts'

type Options = {
  readonly disk: Disk
  readonly clock: Clock
  readonly log: (level: 'info' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

const LOOK_EVERY_MS = 60_000
/** Share of free space below which an alarm is raised (reliability-matrix.md 13). */
const LOW_SHARE = 0.1
/** Least interval between two alarms, ms. */
const ALARM_EVERY_MS = 6 * 3_600_000

/** Raises an alarm before a disk is full. */
export class DiskWatch {
  readonly #options: Options
  #timer: { cancel(): void } | null = null
  #alarmedAt: number | null = null
  #freeShare: number | null = null

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#timer = this.#options.clock.after(LOOK_EVERY_MS, () => {
      this.start()
      void this.look()
    })
  }

  stop(): void {
    this.#timer?.cancel()
  }

  async look(): Promise<void> {
    const { disk, clock, log } = this.#options
    try {
      const found = await disk.fullest()
      this.#freeShare = found?.freeShare ?? null
      if (found === null) return
      if (found.freeShare >= LOW_SHARE) {
        if (this.#alarmedAt !== null) log('info', 'disk-has-room-again', found)
        this.#alarmedAt = null
        return
      }
      const now = clock.now()
      if (this.#alarmedAt !== null && now - this.#alarmedAt < ALARM_EVERY_MS) return
      this.#alarmedAt = now
      log('error', 'disk-low', { ...found, alarm: true })
    } catch (error) {
      log('error', 'disk-not-read', { reason: String(error) })
    }
  }

  /** The metric; without a sample before the first look. */
  metric(): Metric {
    const samples = this.#freeShare === null ? [] : [{ labels: {}, value: this.#freeShare }]
    const help = 'Free share of the fullest disk that is written to'
    return { name: 'makas_disk_free_share', kind: 'gauge', help, samples }
  }
}
