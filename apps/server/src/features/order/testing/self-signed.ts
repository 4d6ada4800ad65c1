import { createPublicKey, type KeyObject, sign } from 'node:crypto'

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  const head = content.length < 128 ? Buffer.of(content.length) : Buffer.concat([Buffer.of(0x82), length])
  return Buffer.concat([Buffer.of(tag), head, content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)

const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** A certificate of the key, as a payment platform has one (node:crypto reads certificates and makes none). */
export function selfSigned(key: KeyObject, { serialNo, from, to }: { serialNo: string; from: Date; to: Date }): string {
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('Tenpay')))))
  const time = (date: Date) =>
    der(
      0x17,
      Buffer.from(
        date
          .toISOString()
          .replaceAll(/[-:T]|\.\d+/g, '')
          .slice(2),
      ),
    )
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.from(serialNo, 'hex')),
    SHA256_WITH_RSA,
    name,
    sequence(time(from), time(to)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.of(0), sign('RSA-SHA256', signed, key))
  const lines =
    sequence(signed, SHA256_WITH_RSA, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
