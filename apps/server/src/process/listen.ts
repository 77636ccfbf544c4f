import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { HttpServer } from '../http/server.ts'
import { reasonOf, refuse } from './terminal.ts'

/**
 * Backlog of the listening socket, in connections; the system may cap it. Thousands reconnect at once after a restart
 * (reliability-matrix.md C3).
 */
const BACKLOG = 4_096

/** Listens, and returns the origin; a process that cannot listen ends here. */
export async function listen({ app }: Pick<HttpServer, 'app'>, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') refuse([`port ${port} on ${host} is already in use; choose another with PORT`])
    if (code === 'EACCES') refuse([`port ${port} on ${host} may not be used by this user; choose another with PORT`])
    refuse([`cannot listen on ${host} port ${port}: ${reasonOf(error)}`])
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}
