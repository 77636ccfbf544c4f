import { randomUUID } from 'node:crypto'
import { HEADERS, LISTS, PATHS, PaperPortfolio, PaperTrade, Ticket, TicketMessage, Tickets } from '@makas/contract'
import { expect } from 'vitest'

const PASSWORD = 'kumsal-7-martı-lodos'
const AMOUNT = 100
/** Longest time until a write is answered after a kill, ms: the database may have to replay its WAL. */
const ANSWERS_WITHIN_MS = 60_000
const AGAIN_AFTER_MS = 100

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A write that was sent; `told` records its answer. */
type Write = {
  readonly path: string
  readonly body: object
  readonly key: string
  readonly told: (answer: unknown) => void
}

/**
 * A customer who registers, writes to support and trades on paper over HTTP, and remembers every acknowledged write:
 * those must exist whatever is killed.
 */
export class Customer {
  readonly #email: string
  #token: string | null = null
  readonly #tickets = new Map<string, string[]>()
  readonly #trades: PaperTrade[] = []
  /** The write that was sent and not answered: it exists whole or not at all. */
  #open: Write | null = null
  /** Number of acknowledged writes. */
  done = 0

  constructor(email: string) {
    this.#email = email
  }

  /** Writes one thing after another until the server is gone or `isOver`. */
  async live(origin: string, isOver = () => false): Promise<void> {
    while (!isOver() && (await this.#next(origin)));
  }

  /** Repeats the unanswered write until it is answered; false if there is none. */
  async sendAgain(origin: string): Promise<boolean> {
    const write = this.#open
    if (write === null) return false
    for (const until = performance.now() + ANSWERS_WITHIN_MS; this.#open !== null; await sleep(AGAIN_AFTER_MS)) {
      if (performance.now() > until) throw new Error(`${write.path} is not answered`)
      await this.#send(origin, write)
    }
    return true
  }

  /** Expects every acknowledged write to exist once, and nothing else. */
  async look(origin: string): Promise<void> {
    if (this.#token === null) return
    const tickets = Tickets.parse(await this.#read(origin, PATHS.ticketsWithMessages))
    expect(tickets.map(({ id, messages }) => [id, messages.map((one) => one.id)]).sort()).toEqual(
      [...this.#tickets].sort(),
    )
    const { trades } = PaperPortfolio.parse(await this.#read(origin, PATHS.paperTrades))
    expect(trades).toEqual(this.#trades.toReversed())
  }

  /** Logs in with the password, in a new session. */
  async logIn(origin: string): Promise<void> {
    if (this.#token === null) return
    const body = { email: this.#email, password: PASSWORD }
    const answer = await this.#post(origin, `${PATHS.auth}/login`, body, randomUUID())
    expect(answer.status).toBe(200)
    this.#token = ((await answer.json()) as { access_token: string }).access_token
  }

  /** Makes one write; false once the server no longer answers. */
  async #next(origin: string): Promise<boolean> {
    if (this.#token === null) return this.#signUp(origin)
    const [ticket] = [...this.#tickets].at(-1) ?? []
    switch (this.done % 4) {
      case 1:
        return this.#openTicket(origin)
      case 3:
        return this.#trade(origin)
      default:
        return ticket === undefined ? this.#openTicket(origin) : this.#reply(origin, ticket)
    }
  }

  #signUp(origin: string): Promise<boolean> {
    const body = {
      email: this.#email,
      password: PASSWORD,
      firstName: 'Ayşe',
      lastName: 'Yılmaz',
      phoneNumber: '+905551112233',
    }
    return this.#write(origin, `${PATHS.auth}/register`, body, (answer) => {
      this.#token = (answer as { access_token: string }).access_token
    })
  }

  #openTicket(origin: string): Promise<boolean> {
    const body = { title: `Konu ${this.done}`, description: 'Bağlantım kopuyor.' }
    return this.#write(origin, PATHS.tickets, body, (answer) => {
      this.#tickets.set(Ticket.parse(answer).id, [])
    })
  }

  #reply(origin: string, ticket: string): Promise<boolean> {
    return this.#write(origin, PATHS.ticketMessages(ticket), { message: `Yanıt ${this.done}` }, (answer) => {
      this.#tickets.get(ticket)?.push(TicketMessage.parse(answer).id)
    })
  }

  /** Trades a listed row on paper; writes a ticket instead while the list is empty, as in the first seconds. */
  async #trade(origin: string): Promise<boolean> {
    try {
      const rows = LISTS.spot.parse(await this.#read(origin, PATHS.lists.spot)).filter(({ quote }) => quote !== 'TRY')
      const row = rows[0]
      if (row === undefined) return this.#openTicket(origin)
      const before = this.done
      const isAnswered = await this.#write(
        origin,
        PATHS.paperTrades,
        { opportunity_id: row.id, amount: AMOUNT },
        (answer) => {
          this.#trades.push(PaperTrade.parse(answer))
        },
      )
      // The row was gone: writes a ticket, or this would be tried for ever.
      return isAnswered && this.done === before ? this.#openTicket(origin) : isAnswered
    } catch (error) {
      if (isCut(error)) return false
      throw error
    }
  }

  #write(origin: string, path: string, body: object, told: Write['told']): Promise<boolean> {
    this.#open = { path, body, key: randomUUID(), told }
    return this.#send(origin, this.#open)
  }

  /** Sends a write; true if it was acknowledged or refused, false if the server failed. */
  async #send(origin: string, { path, body, key, told }: Write): Promise<boolean> {
    try {
      const answer = await this.#post(origin, path, body, key)
      const said: unknown = await answer.json()
      if (answer.status >= 500) return false
      this.#open = null
      if (answer.status === 201) {
        told(said)
        this.done++
      } else expect([path, answer.status]).toEqual([PATHS.paperTrades, expect.toBeOneOf([404, 409])])
      return true
    } catch (error) {
      if (isCut(error)) return false
      throw error
    }
  }

  #post(origin: string, path: string, body: object, key: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', [HEADERS.idempotencyKey]: key, ...this.#bearer() }
    return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async #read(origin: string, path: string): Promise<unknown> {
    for (const until = performance.now() + ANSWERS_WITHIN_MS; ; await sleep(AGAIN_AFTER_MS)) {
      const answer = await fetch(origin + path, { headers: this.#bearer() })
      if (answer.status === 200) return answer.json()
      if (answer.status < 500 || performance.now() > until) throw new Error(`${path}: ${answer.status}`)
    }
  }

  #bearer(): Record<string, string> {
    return this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }
  }
}

/** Whether `fetch` failed because a connection was refused or ended in the middle of an answer. */
const isCut = (error: unknown): boolean => error instanceof TypeError
