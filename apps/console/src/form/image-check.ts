import { texts } from './texts.ts'

export type ImageLimit = { types: readonly string[]; maxBytes: number }

const MEGABYTE = 1024 * 1024

const names: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}

/** `jpg、png，不超过 2 MB`. */
export const limitText = ({ types, maxBytes }: ImageLimit) =>
  texts.imageLimit(types.map((it) => names[it] ?? it).join('、'), maxBytes / MEGABYTE)

/** Why a file is refused; undefined when accepted. An image is known by its bytes: another file would be shown broken. */
export async function imageProblem(file: Blob, limit: ImageLimit): Promise<string | undefined> {
  if (!limit.types.includes(file.type)) return texts.badType
  if (file.size > limit.maxBytes) return texts.tooLarge(`${limit.maxBytes / MEGABYTE}MB`)
  if (!file.type.startsWith('image/')) return undefined
  try {
    const type = await readImageKind(file)
    return type && limit.types.includes(type) ? undefined : texts.badType
  } catch {
    // Moved or changed on the disk since it was chosen.
    return texts.unreadable
  }
}

/** Length of the longest magic number. */
const KIND_BYTES = 12

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)

const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** The MIME type by magic number, never by file name; undefined for anything else. */
export function imageKind(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8)) return 'image/webp'
  if (startsWith(bytes, [0x42, 0x4d])) return 'image/bmp'
  return undefined
}

export const readImageKind = async (file: Blob): Promise<string | undefined> =>
  imageKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
