import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Deed } from './deeds.ts'

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url))
/** Time limit, ms: a start makes the database or replays its log, on a busy machine. */
const PATIENCE_MS = 300_000

/** A running writer process with its acknowledged deeds. */
export class Writer {
  readonly child: ChildProcess
  readonly prefix: string
  readonly deeds: Deed[] = []
  readonly remarks: string[] = []
  readonly ended: Promise<unknown>

  constructor(dataDir: string, prefix: string) {
    this.prefix = prefix
    this.child = spawn(process.execPath, [WRITER, dataDir, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
    let rest = ''
    this.child.stdout?.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('#')) this.remarks.push(line)
        else this.deeds.push(JSON.parse(line) as Deed)
      }
    })
  }

  /** Waits for `more` further writes. */
  async writes(more: number): Promise<void> {
    const wanted = this.deeds.length + more
    for (const until = performance.now() + PATIENCE_MS; this.deeds.length < wanted; ) {
      if (performance.now() > until || this.child.exitCode !== null) throw new Error(this.remarks.join('\n'))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
}
