import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const KEYS = { accessKeyId: 'TESTKEY', secretAccessKey: 'not-a-secret' }
const REGION = 'auto'

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The part of the S3 protocol that the archive needs, over a real socket: put, get, delete and list of one bucket. The
 * signature (AWS Signature Version 4) of each request is computed again here.
 */
export async function startObjectServer() {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const state = { isDown: false }
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (state.isDown) return reply.writeHead(503).end()
    if (!isSigned(request, body)) {
      refused.push(`${request.method} ${request.url}`)
      return reply.writeHead(403, { 'content-type': 'application/xml' }).end(fault('SignatureDoesNotMatch'))
    }
    const url = new URL(request.url ?? '/', 'http://store')
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    if (bucket !== 'makas')
      return reply.writeHead(404, { 'content-type': 'application/xml' }).end(fault('NoSuchBucket'))
    if (request.method === 'PUT') {
      objects.set(key, body)
      return reply.writeHead(200, { etag: `"${hash(body)}"` }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply.writeHead(204).end()
    }
    if (key === '') {
      const prefix = url.searchParams.get('prefix') ?? ''
      return reply.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, prefix))
    }
    const found = objects.get(key)
    if (found === undefined) return reply.writeHead(404, { 'content-type': 'application/xml' }).end(fault('NoSuchKey'))
    return reply.writeHead(200, { 'content-length': found.length }).end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    /** Requests whose signature was wrong. */
    refused,
    /** While it is down it answers 503 to everything. */
    state,
    place: { ...KEYS, endpoint: `http://127.0.0.1:${port}/makas`, region: REGION, prefix: 'history/' },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The signature as the protocol describes it, made from what arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (match === null) return false
  const [, id, day = '', region = '', names = '', given = ''] = match
  const sent = request.headers['x-amz-content-sha256']
  if (id !== KEYS.accessKeyId || region !== REGION || typeof sent !== 'string') return false
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== hash(body)) return false
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const parameters = query === '' ? '' : query.split('&').sort().join('&')
  const canonical = [request.method, path, parameters, headers.join(''), names, sent].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${KEYS.secretAccessKey}`)
  return timingSafeEqual(sign(key, text), Buffer.from(given, 'hex'))
}

const fault = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

function listing(objects: ReadonlyMap<string, Buffer>, prefix: string): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, body]) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-23T00:00:00.000Z</LastModified><ETag>&quot;${hash(body)}&quot;</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
  return `<?xml version="1.0"?><ListBucketResult><Name>makas</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}
