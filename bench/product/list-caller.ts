// Readers for the login benchmark, in a separate process: call the lists at a steady rate. Each call is timed from the
// moment it was due, so a slow answer also counts for the calls that waited for it. Argument: calls a second.
import { Agent, request } from 'node:http'

/** `token`: sent with each call. `forMs`: for how long `urls` are called, ms; null: until `stop` comes. */
export type Errand = { readonly urls: readonly string[]; readonly token: string; readonly forMs: number | null }
/** `took`: ms of each answer; `failures`: why calls failed. */
export type Called = { readonly took: readonly number[]; readonly failures: readonly string[] }

const every = 1_000 / Number(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

function call(url: string, token: string | null): Promise<string | null> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200 ? null : `status ${answer.statusCode}`))
    })
    asked.once('error', (error) => resolve(error.message))
    asked.end()
  })
}

async function run({ urls, token, forMs }: Errand): Promise<Called> {
  const took: number[] = []
  const failures: string[] = []
  const open: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; forMs === null ? !isStopped : at * every < forMs; at++) {
    const due = began + at * every
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    // Each list in turn, first as a visitor, then logged in.
    const url = urls[at % urls.length] as string
    const whose = Math.floor(at / urls.length) % 2 === 0 ? null : token
    open.push(
      call(url, whose).then((failure) => {
        took.push(performance.now() - due)
        if (failure !== null) failures.push(failure)
      }),
    )
  }
  await Promise.all(open)
  return { took, failures }
}

let isStopped = false
process.on('message', (errand: Errand | 'stop') => {
  isStopped = errand === 'stop'
  if (errand !== 'stop') void run(errand).then((called) => process.send?.(called))
})
