import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { UnreadableError } from './unreadable.ts'

/** What all compressed streams of a PDF may expand to, pictures apart: they are not decoded for their text. */
const STREAMS_BYTES_MAX = 96 * 1024 * 1024
const PICTURE_BYTES_MAX = 96 * 1024 * 1024
/** The dictionary before a stream is searched for in this many bytes. */
const DICTIONARY_BYTES = 512

/** Refuses a PDF whose streams expand beyond the limits: the PDF library keeps an expanded stream whole. */
export async function refuseLargeStreams(bytes: Buffer): Promise<void> {
  let left = STREAMS_BYTES_MAX
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 1)) {
    const from = dataAfter(bytes, at + 'stream'.length)
    if (from === undefined) continue
    const before = bytes.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString('latin1')
    const dictionary = before.slice(before.lastIndexOf('obj'))
    const isPicture = /\/Subtype\s*\/Image/.test(dictionary)
    const expanded = await expandedBytes(bytes.subarray(from), isPicture ? PICTURE_BYTES_MAX : left)
    if (!isPicture) left -= expanded
  }
}

/** Where compressed data begins behind the keyword; undefined for other data and for `endstream`. */
function dataAfter(bytes: Buffer, at: number): number | undefined {
  const from = bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : at + 1
  if (bytes[from - 1] !== 0x0a && bytes[from - 1] !== 0x0d) return undefined
  const [first = 0, second = 0] = bytes.subarray(from, from + 2)
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? from : undefined
}

/** Also of data that is cut off or broken: readers use what comes before the fault. */
async function expandedBytes(packed: Buffer, max: number): Promise<number> {
  let size = 0
  const inflate = Readable.from([packed]).pipe(createInflate())
  try {
    for await (const piece of inflate) {
      size += (piece as Buffer).length
      if (size > max) throw new UnreadableError('PDF 展开后过大，无法读取')
    }
  } catch (error) {
    if (error instanceof UnreadableError) throw error
  }
  return size
}
