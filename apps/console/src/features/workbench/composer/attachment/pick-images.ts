import type { Capabilities } from '@ruwu/contract'
import { canSend } from '@ruwu/domain'
import { texts } from '../texts.ts'

const IMAGES_AT_ONCE = 9

/** Types re-encoded as PNG where the source does not accept them. */
const REENCODED = new Set(['image/bmp'])

type Picked = { images: File[]; problems: string[] }

/** The files that can be sent as images, and the distinct reasons for refusing the others. */
export async function pickImages(
  files: readonly File[],
  capabilities: Capabilities,
  redraw: (file: File) => Promise<File>,
): Promise<Picked> {
  const problems = new Set<string>()
  const images: File[] = []
  for (const file of files.slice(0, IMAGES_AT_ONCE)) {
    const image = await pickImage(file, capabilities, redraw)
    if (typeof image === 'string') problems.add(image)
    else images.push(image)
  }
  if (files.length > IMAGES_AT_ONCE) problems.add(texts.tooManyImages)
  return { images, problems: [...problems] }
}

/** The image to send, or the reason for refusing it. */
async function pickImage(
  file: File,
  capabilities: Capabilities,
  redraw: (file: File) => Promise<File>,
): Promise<File | string> {
  const any = canSend(capabilities, { type: 'image', bytes: file.size })
  if (!any.allowed) return any.reason
  const contentType = imageKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
  if (!contentType) return texts.badType
  const permission = canSend(capabilities, { type: 'image', contentType, bytes: file.size })
  if (permission.allowed) return typed(file, contentType)
  if (!REENCODED.has(contentType)) return permission.reason
  const image = await redraw(file).catch(() => undefined)
  if (!image) return texts.badType
  const again = canSend(capabilities, { type: 'image', contentType: image.type, bytes: image.size })
  return again.allowed ? image : again.reason
}

/** The detected type wins over the file's declared type. */
const typed = (file: File, type: string) => (file.type === type ? file : new File([file], file.name, { type }))

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

type Clipboard = { getData: (format: string) => string; files: Iterable<File> }

/**
 * The images of a paste. Office programs add a rendering of copied text as an image: with text present the image is
 * ignored.
 */
export function pastedImages(clipboard: Clipboard): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files]
}
