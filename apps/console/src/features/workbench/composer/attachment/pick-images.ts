import type { Capabilities } from '@ruwu/contract'
import { canSend } from '@ruwu/domain'
import { imageKind, KIND_BYTES } from './image-kind.ts'
import { texts } from '../texts.ts'

export const IMAGES_AT_ONCE = 9

/** Types re-encoded as PNG where the source does not accept them. */
const REDRAWN = new Set(['image/bmp'])

export type Picked = { images: File[]; problems: string[] }

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
  if (!REDRAWN.has(contentType)) return permission.reason
  const image = await redraw(file).catch(() => undefined)
  if (!image) return texts.badType
  const again = canSend(capabilities, { type: 'image', contentType: image.type, bytes: image.size })
  return again.allowed ? image : again.reason
}

/** The detected type wins over the file's declared type. */
const typed = (file: File, type: string) => (file.type === type ? file : new File([file], file.name, { type }))
