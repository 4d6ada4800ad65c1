import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableError } from './unreadable.ts'

/** Maximum unpacked size of the XML parts (zip bomb: 10 MB can expand a thousandfold). A parser needs ten times as much. */
export const UNPACKED_BYTES_MAX = 24 * 1024 * 1024
/** Maximum compression ratio. Real documents reach 20, very uniform ones 100; more is a zip bomb. */
export const RATIO_MAX = 200
/** Below this size the ratio is not checked. */
export const RATIO_FREE_BYTES = 8 * 1024 * 1024
const ENTRIES_MAX = 5_000

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_BYTES_MAX = 65_535
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; method: number; packed: Buffer; declaredBytes: number }

export const isZip = (bytes: Buffer): boolean => bytes.length > LOCAL_BYTES && bytes.readUInt32LE(0) === LOCAL_MARK

/** Entry names without unpacking. Refuses archives whose declared sizes exceed the limit. */
export function namesIn(bytes: Buffer): string[] {
  const entries = entriesOf(bytes)
  const declared = entries.filter(isXml).reduce((sum, { declaredBytes }) => sum + declaredBytes, 0)
  if (declared > roomFor(bytes)) throw tooLarge()
  return entries.map(({ name }) => name)
}

/** The XML parts by name; nothing else is read, so pictures are not unpacked. The size is measured, whatever the archive declares. */
export const xmlPartsOf = (bytes: Buffer, maxBytes = roomFor(bytes)): Map<string, Buffer> =>
  partsOf(bytes, isXml, maxBytes)

/** Tables of an archive, in the encoding that they have. */
export const csvPartsOf = (bytes: Buffer): Buffer[] => [
  ...partsOf(bytes, ({ name }) => /\.csv$/i.test(name), roomFor(bytes)).values(),
]

function partsOf(bytes: Buffer, isChosen: (entry: Entry) => boolean, maxBytes: number): Map<string, Buffer> {
  let left = maxBytes
  const parts = new Map<string, Buffer>()
  for (const entry of entriesOf(bytes)) {
    if (!isChosen(entry) || parts.has(entry.name)) continue
    const content = contentOf(entry, left)
    left -= content.length
    parts.set(entry.name, content)
  }
  return parts
}

/** The XML parts as an uncompressed archive: a reader of it can't unpack more than was measured. */
export const unpacked = (bytes: Buffer): Buffer => stored(xmlPartsOf(bytes))

const isXml = ({ name }: Entry) => /\.(xml|rels)$/i.test(name)

const roomFor = (bytes: Buffer): number =>
  Math.min(UNPACKED_BYTES_MAX, Math.max(RATIO_FREE_BYTES, bytes.length * RATIO_MAX))

function contentOf({ method, packed }: Entry, left: number): Buffer {
  if (method === STORED) return withinLimit(packed, left)
  if (method !== DEFLATED) throw broken()
  try {
    return withinLimit(inflateRawSync(packed, { maxOutputLength: left + 1 }), left)
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge()
      : error instanceof UnreadableError
        ? error
        : broken()
  }
}

function withinLimit(content: Buffer, left: number): Buffer {
  if (content.length > left) throw tooLarge()
  return content
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > ENTRIES_MAX) throw tooLarge()
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  try {
    for (let n = 0; n < count; n += 1) {
      if (bytes.readUInt32LE(at) !== ENTRY_MARK) throw broken()
      const nameLength = bytes.readUInt16LE(at + 28)
      const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength).toString()
      const method = bytes.readUInt16LE(at + 10)
      const packed = packedAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20))
      entries.push({ name, method, packed, declaredBytes: bytes.readUInt32LE(at + 24) })
      at += ENTRY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  } catch (error) {
    throw error instanceof RangeError ? broken() : error
  }
  return entries
}

function packedAt(bytes: Buffer, local: number, size: number): Buffer {
  if (bytes.readUInt32LE(local) !== LOCAL_MARK) throw broken()
  const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  if (from + size > bytes.length) throw broken()
  return bytes.subarray(from, from + size)
}

/** The end record precedes a comment of variable length, so it is searched backwards. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES_MAX); at -= 1)
    if (bytes.readUInt32LE(at) === END_MARK) return at
  throw broken()
}

function stored(parts: ReadonlyMap<string, Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of parts) {
    const name = Buffer.from(path)
    // Fields common to both headers, from the version needed to the extra field length.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(ENTRY_BYTES)
    entry.writeUInt32LE(ENTRY_MARK, 0)
    entry.writeUInt16LE(20, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, name)
    const head = Buffer.alloc(4)
    head.writeUInt32LE(LOCAL_MARK)
    files.push(head, common, name, content)
    offset += LOCAL_BYTES + name.length + content.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_MARK, 0)
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

const broken = () => new UnreadableError('文件已损坏，无法打开')
const tooLarge = () => new UnreadableError('文件展开后过大，无法读取')
