import { formatBytes } from '@ruwu/domain'
import { texts } from './texts.ts'

/** What a file input takes: file name extensions and size. */
export type FileLimit = { types: readonly string[]; maxBytes: number }

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** The `accept` attribute of a file input. */
export const acceptOf = ({ types }: FileLimit) => types.map((it) => `.${it}`).join(',')

export const fileHint = ({ types, maxBytes }: FileLimit) => texts.fileHint(types.join('、'), formatBytes(maxBytes))

/** Why a file is refused before the upload; the server checks the real content. */
export function fileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  { types, maxBytes }: FileLimit,
): string | undefined {
  if (!types.includes(extensionOf(name))) return texts.badType
  if (size === 0) return texts.emptyFile
  return size > maxBytes ? texts.tooLarge(formatBytes(maxBytes)) : undefined
}
