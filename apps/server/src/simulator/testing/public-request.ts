import type { RestRequest } from '../wire/front.ts'

/** A public call as a front gets it: without body, key or other headers. */
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
