export type Picture = {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/bmp' | 'image/gif'
  width: number
  height: number
}

/** What a picture is by its bytes, never by its name; undefined for anything else. */
export function sniffPicture(bytes: Buffer): Picture | undefined {
  for (const read of [png, jpeg, webp, bmp, gif]) {
    const picture = read(bytes)
    if (picture) return picture
  }
  return undefined
}

const PNG_SIGNATURE = '89504e470d0a1a0a'

function png(bytes: Buffer): Picture | undefined {
  if (bytes.length < 24 || bytes.toString('hex', 0, 8) !== PNG_SIGNATURE) return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Walks the segments up to the one that tells the size. */
function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isSize) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined
  }
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { type: 'image/webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8L') {
    const size = bytes.readUInt32LE(21)
    return { type: 'image/webp', width: (size & 0x3fff) + 1, height: ((size >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8 ') return undefined
  return { type: 'image/webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

function bmp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 26 || bytes.toString('latin1', 0, 2) !== 'BM') return undefined
  return { type: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}

function gif(bytes: Buffer): Picture | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}
