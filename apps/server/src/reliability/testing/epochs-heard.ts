import { connect } from '@nats-io/transport-node'

/** Counts all states on the bus by the epoch in their frame, also those that readers drop. */
export class EpochsHeard {
  /** By epoch: when its first state was heard, by `performance.now()`. */
  readonly firstAt = new Map<number, number>()
  /** Number of states that came after one of a later epoch. */
  late = 0
  states = 0
  newest = 0

  /** @param shard counts this shard's states only, since each shard has epochs of its own. */
  static async on(
    url: string,
    shard?: number,
  ): Promise<{ readonly heard: EpochsHeard; readonly close: () => Promise<void> }> {
    const connection = await connect({ servers: url, reconnect: false })
    const heard = new EpochsHeard()
    // The epoch's place in a frame: `state-frames.ts`.
    connection.subscribe(shard === undefined ? 'makas.state.>' : `makas.state.market.${shard}.>`, {
      callback: (_error, { data }) => heard.#take(Number(Buffer.from(data).readBigUInt64BE(12))),
    })
    await connection.flush()
    return { heard, close: () => connection.close() }
  }

  #take(epoch: number): void {
    this.states++
    if (epoch < this.newest) this.late++
    this.newest = Math.max(this.newest, epoch)
    if (!this.firstAt.has(epoch)) this.firstAt.set(epoch, performance.now())
  }
}
