import type { Capabilities } from '@ruwu/contract'
import { canSend } from '@ruwu/domain'
import { readImageKind } from '../../../../form/image-check.ts'
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
  const contentType = await readImageKind(file)
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

type Clipboard = { getData: (format: string) => string; files: Iterable<File> }

/**
 * The images of a paste. Office programs add a rendering of copied text as an image: with text present the image is
 * ignored.
 */
export function pastedImages(clipboard: Clipboard): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files]
}
