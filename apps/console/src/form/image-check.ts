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

/** Why a file is refused; undefined when accepted. */
export function imageProblem(file: Pick<File, 'type' | 'size'>, limit: ImageLimit): string | undefined {
  if (!limit.types.includes(file.type)) return texts.badType
  return file.size > limit.maxBytes ? texts.tooLarge(`${limit.maxBytes / MEGABYTE}MB`) : undefined
}
