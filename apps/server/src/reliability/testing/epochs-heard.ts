import { connect } from '@nats-io/transport-node'

/** Every state that is on the bus, by the epoch in its frame: hears also what others would drop. */
export class EpochsHeard {
  /** When the first state of each epoch was heard, by `performance.now()`. */
  readonly firstAt = new Map<number, number>()
  /** States of an epoch that came after one of a later epoch. */
  late = 0
  states = 0
  newest = 0

  /** `shard`: of that one only, since each counts its epochs by itself. */
  static async on(
    url: string,
    shard?: number,
  ): Promise<{ readonly heard: EpochsHeard; readonly close: () => Promise<void> }> {
    const connection = await connect({ servers: url, reconnect: false })
    const heard = new EpochsHeard()
    // Where the epoch lies in a frame: `state-frames.ts`.
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
