import type { RestRequest } from '../wire/front.ts'

/** A public call as a front sees it: without a body, a key or any other header. */
export const publicRequest = (path: string, query = new URLSearchParams()): RestRequest => ({
  method: 'GET',
  path,
  query,
  search: query.toString(),
  body: '',
  headers: {},
  address: '127.0.0.1',
  isTestnet: false,
})
