// Loaded before the real server (`NODE_OPTIONS=--import …`): each list that is answered, not given up, holds the event
// loop for a moment, as it would on a slower machine. So a few hundred callers overload the server, and not
// themselves or the machine, on any machine. The server's own code is unchanged.
import { type IncomingMessage, ServerResponse } from 'node:http'

/** The list whose answers are dear. */
const DEAR_LIST = '/api/arbitrage-opportunities'
const HELD_MS = 1

type ResponseWithRequest = ServerResponse & { readonly req: IncomingMessage }

const end = ServerResponse.prototype.end
ServerResponse.prototype.end = function (this: ResponseWithRequest, ...args: unknown[]) {
  if (this.statusCode === 200 && this.req.url === DEAR_LIST) {
    const until = performance.now() + HELD_MS
    while (performance.now() < until);
  }
  return Reflect.apply(end, this, args)
} as typeof end
