import { resolve } from 'node:path'

/** Location of the archive: a folder of this machine, or a bucket of an object store. */
export type ArchiveAddress =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'objects'
      readonly endpoint: string
      readonly prefix: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

const NAME = /^[\w.-]{1,63}$/

/** Parses `https://KEY:SECRET@host/bucket[/prefix][?region=name]` or the path of a folder; null for anything else. */
export function readArchiveUrl(text: string): ArchiveAddress | null {
  if (!text.includes('://')) return { kind: 'folder', folder: resolve(text) }
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const [, bucket = '', ...rest] = url.pathname.split('/')
  const parts = rest.filter((part) => part !== '')
  const region = url.searchParams.get('region') ?? 'auto'
  const isKnown = /^https?:$/.test(url.protocol) && url.hash === '' && url.username !== '' && url.password !== ''
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)]
  if (!isKnown || accessKeyId === null || secretAccessKey === null) return null
  if (![bucket, ...parts, region].every((name) => NAME.test(name))) return null
  return {
    kind: 'objects',
    endpoint: `${url.origin}/${bucket}`,
    prefix: parts.map((part) => `${part}/`).join(''),
    region,
    accessKeyId,
    secretAccessKey,
  }
}

/** A part of an address without its escapes; null where an escape is wrong. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
