/** Unanswered requests remembered, at most; the oldest is dropped. */
const MAX_OPEN = 4_096

export type SentRequest = { readonly op: 'subscribe' | 'unsubscribe'; readonly topics: readonly string[] }

/** Unanswered requests: some acks name only the request's id, or not even that. */
export class RequestLog {
  readonly #byId = new Map<string, SentRequest>()
  readonly #unnamed = new Map<string, SentRequest[]>()

  note(place: string, id: string | null, request: SentRequest): void {
    if (id === null) {
      const key = `${place} ${request.op}`
      const queue = this.#unnamed.get(key) ?? []
      queue.push(request)
      if (queue.length > MAX_OPEN) queue.shift()
      this.#unnamed.set(key, queue)
      return
    }
    this.#byId.set(`${place} ${id}`, request)
    if (this.#byId.size > MAX_OPEN) for (const oldest of this.#byId.keys()) return void this.#byId.delete(oldest)
  }

  /** The request that an ack answers; acks without an id answer in the order of the requests. Null when unknown. */
  answered(place: string, id: string | null, op: SentRequest['op'] | null): SentRequest | null {
    if (id === null) return (op === null ? undefined : this.#unnamed.get(`${place} ${op}`)?.shift()) ?? null
    const key = `${place} ${id}`
    const request = this.#byId.get(key) ?? null
    this.#byId.delete(key)
    return request
  }
}
