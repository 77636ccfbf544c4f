import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { History, HistoryQuestion, HistoryReader } from '../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import { codeCache } from '../system/code-cache.ts'
import { journalFolder, OPEN, READY } from './history-journal.ts'
import { KnownRoutes } from './known-routes.ts'
import type {
  ArchiveAnswer,
  ArchiveRequest,
  ArchiveSettings,
  FromArchive,
  NewRoutes,
  RoutesSeen,
  ToArchive,
} from './messages.ts'

type Options = ArchiveSettings & {
  /** Entry point of the archive's process. */
  readonly script: string
  readonly clock: Clock
  readonly log: EventLog
}

/** Time limit of a question; on a busy machine the start of the process alone takes some seconds. */
const ANSWER_WITHIN_MS = 10_000
/** Time limit of a question for new routes: the first question reads all segments of a week. */
const ROUTES_WITHIN_MS = 60_000
/** How far back a question may reach: seven days, and the day in which they begin. */
const DAYS_MS = 8 * 86_400_000
/** Time limit of a change: a day is joined in seconds, but fetching it from an object store may take minutes. */
const CHANGE_WITHIN_MS = 10 * 60_000
/** Open questions, at most; further questions are refused. */
const MOST_ASKED = 32
/** Interval of the search for ready files, and of the removal of old days without them. */
const LOOK_EVERY_MS = 60_000
const TEND_EVERY_MS = 6 * 3_600_000
/**
 * Time after the last question for which the process is kept for the next one. After a change it is ended at once, to
 * free its memory: the next segment is due minutes later.
 */
const IDLE_MS = 60_000
const NODE = ['--disable-proto=delete', '--max-old-space-size=256', '--max-semi-space-size=1']
/** One arena for all threads: glibc would make several, and return little of their memory. */
const ENVIRONMENT = { ...codeCache, MALLOC_ARENA_MAX: '1' }
const NOTHING: History = { recorded: 0, points: [] }
const isQuestion = ({ kind }: ArchiveRequest) => kind === 'history' || kind === 'routes'
const SOURCES: readonly LifetimeSource[] = ['live', 'demo']

/** The server's side of the archive's process, started at the first question or segment and again after its end. */
export class ArchiveProcess implements HistoryReader {
  readonly #options: Options
  readonly #asked = new Map<number, (answer: ArchiveAnswer | null) => void>()
  readonly #routes: KnownRoutes
  #child: ChildProcess | null = null
  #idle: { cancel(): void } | null = null
  #look: { cancel(): void } | null = null
  #lastId = 0
  /** When the process was last asked to remove old days; a server that starts leaves that for later. */
  #tendedAt: number
  /** When the last question was answered. */
  #askedAt = Number.NEGATIVE_INFINITY
  #isTending = false
  #isStopped = false
  #hasDropped = false

  constructor(options: Options) {
    this.#options = options
    this.#tendedAt = options.clock.now()
    this.#routes = new KnownRoutes((source, seen) => this.#newRoutes(source, seen), options.clock)
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  /** The process's pid, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the regular making of segments. */
  start(): void {
    this.#look = this.#options.clock.after(LOOK_EVERY_MS, () => {
      void this.tend().finally(() => {
        if (!this.#isStopped) this.start()
      })
    })
  }

  /** Ends the process. No recorded point is lost: it stays in the journal until its segment is stored. */
  stop(): void {
    this.#isStopped = true
    this.#look?.cancel()
    this.#end()
  }

  /** A route without points is answered without a question to the process, so that made-up ids cost nothing. */
  async history(question: HistoryQuestion): Promise<History | null> {
    if (this.#isStopped || this.#asked.size >= MOST_ASKED) return null
    if (!(await this.#routes.mayHave(question.source, question.route))) return NOTHING
    const answer = await this.#request({ kind: 'history', question }, ANSWER_WITHIN_MS)
    return answer?.kind === 'history' ? answer.history : null
  }

  /** Makes segments of ready files, if there are any. */
  async tend(): Promise<void> {
    const now = this.#options.clock.now()
    if (this.#isTending || this.#isStopped) return
    this.#isTending = true
    try {
      const found = await this.#findings()
      if (found === 'ready' || (found === 'some' && now - this.#tendedAt >= TEND_EVERY_MS)) {
        this.#tendedAt = now
        await this.#request({ kind: 'tend', now }, CHANGE_WITHIN_MS)
      }
    } finally {
      this.#isTending = false
    }
  }

  /** Drops the demo market's history when the market goes live (product-decisions.md 27). */
  wentLive(): void {
    if (this.#hasDropped || this.#isStopped) return
    this.#hasDropped = true
    const { place } = this.#options
    // Without a demo history no process is started.
    if (place.kind === 'folder' && !existsSync(join(place.folder, 'demo'))) return
    void this.#request({ kind: 'drop', source: 'demo' }, CHANGE_WITHIN_MS)
  }

  async #findings(): Promise<'ready' | 'some' | 'none'> {
    let found: 'some' | 'none' = 'none'
    for (const source of SOURCES) {
      const names = await readdir(journalFolder(this.#options.dataDir, source)).catch(() => null)
      if (names?.some((name) => name.endsWith(READY) && !name.endsWith(OPEN))) return 'ready'
      if (names !== null) found = 'some'
    }
    return found
  }

  async #newRoutes(source: LifetimeSource, seen: RoutesSeen): Promise<NewRoutes | null> {
    const now = this.#options.clock.now()
    const request = { kind: 'routes', source, seen, from: now - DAYS_MS, to: now } as const
    const answer = await this.#request(request, ROUTES_WITHIN_MS)
    return answer?.kind === 'routes' ? answer.found : null
  }

  async #request(request: ArchiveRequest, withinMs: number): Promise<ArchiveAnswer | null> {
    if (this.#isStopped) return null
    const { clock, log } = this.#options
    const id = ++this.#lastId
    const child = this.#running()
    const answer = await new Promise<ArchiveAnswer | null>((resolve) => {
      const late = clock.after(withinMs, () => {
        log('error', 'archive-hung', { request: request.kind })
        // A process stuck in native code reads no message: only its end fails the waiting requests. While the process
        // makes segments, only the question is given up: segments are worth more, and their request has its own time
        // limit.
        if (!isQuestion(request) || !this.#isTending) child.kill('SIGKILL')
        this.#asked.get(id)?.(null)
      })
      this.#asked.set(id, (one) => {
        late.cancel()
        this.#asked.delete(id)
        resolve(one)
      })
      const message: ToArchive = { kind: 'request', id, request }
      child.send(message, (error) => {
        if (error) this.#asked.get(id)?.(null)
      })
    })
    if (isQuestion(request)) this.#askedAt = clock.now()
    this.#rest()
    if (answer?.kind === 'failed') log('error', 'archive-failed', { request: request.kind, error: answer.error })
    return answer
  }

  #running(): ChildProcess {
    if (this.#child !== null) return this.#child
    const { script, dataDir, place, retention, log } = this.#options
    const child = fork(script, [], { env: ENVIRONMENT, execArgv: NODE, stdio: 'ignore', serialization: 'advanced' })
    this.#child = child
    child.on('message', (said: FromArchive) => {
      if (said.kind === 'answer') this.#asked.get(said.id)?.(said.answer)
      else log('error', 'archive-segment-damaged', { key: said.key, reason: said.error, alarm: true })
    })
    const ended = (data: Readonly<Record<string, unknown>>) => {
      if (this.#child !== child) return
      this.#child = null
      log('error', 'archive-ended', data)
      for (const tell of [...this.#asked.values()]) tell(null)
    }
    child.once('close', (code, signal) => ended({ code, signal }))
    // A process that cannot be started, or whose channel broke, may emit no 'close'.
    child.on('error', (error) => ended({ reason: 'code' in error ? String(error.code) : error.name }))
    const message: ToArchive = { kind: 'settings', settings: { dataDir, place, retention } }
    child.send(message)
    return child
  }

  #rest(): void {
    const { clock } = this.#options
    this.#idle?.cancel()
    this.#idle = clock.after(Math.max(0, this.#askedAt + IDLE_MS - clock.now()), () => {
      if (this.#asked.size === 0) this.#end()
    })
  }

  #end(): void {
    this.#idle?.cancel()
    const child = this.#child
    this.#child = null
    child?.kill('SIGKILL')
    for (const tell of [...this.#asked.values()]) tell(null)
  }
}
