import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

const LOCAL_MARK = 0x04034b50
const DESCRIPTOR_MARK = 0x08074b50
const ENTRY_MARK = 0x02014b50
const END_MARK = 0x06054b50

const VERSION = 20
/** Names in UTF-8; size and checksum follow the content, because it is not known before it was read. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01: the format has no "none". */
const DAY = 0x21
const CHUNK_BYTES = 256 * 1024

type Written = { name: Buffer; offset: number; crc: number; packed: number; size: number }

/**
 * A zip archive as chunks, written entry by entry with bounded memory and compressed outside the main thread. Archives
 * below 4 GiB only (no zip64).
 */
export async function* zipStream(
  entries: readonly (readonly [name: string, content: AsyncIterable<Uint8Array>])[],
): AsyncIterable<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const [path, content] of entries) {
    const entry: Written = { name: Buffer.from(path), offset, crc: 0, packed: 0, size: 0 }
    written.push(entry)
    const head = fields([LOCAL_MARK, 4], ...common(entry, { crc: 0, packed: 0, size: 0 }))
    yield head
    yield entry.name
    for await (const chunk of deflated(entry, content)) yield chunk
    const descriptor = fields([DESCRIPTOR_MARK, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4])
    yield descriptor
    offset += head.length + entry.name.length + entry.packed + descriptor.length
  }
  const directory = Buffer.concat(written.flatMap((entry) => [directoryHead(entry), entry.name]))
  yield directory
  const count = written.length
  yield fields([END_MARK, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2])
}

/** Compresses and counts into `entry`. */
async function* deflated(entry: Written, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  async function* counted() {
    for await (const chunk of content) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
  }
  const deflate = createDeflateRaw({ chunkSize: CHUNK_BYTES })
  // A failure of the content reaches the loop below through `deflate`; a reader that stops ends the content.
  pipeline(counted(), deflate, () => {})
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
}

type Field = readonly [value: number, bytes: 2 | 4]

function fields(...parts: Field[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of parts) {
    bytes.writeUIntLE(value, at, size)
    at += size
  }
  return bytes
}

/** Fields that the local header and the directory share. */
const common = ({ name }: Written, { crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Field[] => [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [0, 2],
  [DAY, 2],
  [crc, 4],
  [packed, 4],
  [size, 4],
  [name.length, 2],
  [0, 2],
]

/** After the common fields: comment, disk, internal and external attributes, and where the entry begins. */
const directoryHead = (entry: Written): Buffer =>
  fields([ENTRY_MARK, 4], [VERSION, 2], ...common(entry, entry), [0, 2], [0, 2], [0, 2], [0, 4], [entry.offset, 4])
