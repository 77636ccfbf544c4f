import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
/** `1.3.101.112`, Ed25519, as algorithm of key and signature. */
const ED25519 = der(SEQUENCE, Buffer.from('06032b6570', 'hex'))
/** `2.5.4.3`, the common name. */
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** Makes a self-signed certificate. */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const validity = der(SEQUENCE, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const serial = Buffer.from('020101', 'hex')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = der(SEQUENCE, serial, ED25519, subject, validity, subject, spki)
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey))
  const cert = der(SEQUENCE, body, ED25519, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
