import { KNOWLEDGE_FILE_BYTES_MAX, KNOWLEDGE_FILE_TYPES } from '@ruwu/contract'
import { formatBytes } from '@ruwu/domain'
import { texts } from './texts.ts'

/** File types of a table import. */
export const SHEET_TYPES = ['xlsx'] as const

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** The `accept` attribute of a file input. */
export const acceptOf = (types: readonly string[]) => types.map((it) => `.${it}`).join(',')

export const fileHint = (types: readonly string[]) =>
  texts.fileHint(types.join('、'), formatBytes(KNOWLEDGE_FILE_BYTES_MAX))

/** Why a file is refused before the upload; the server checks the real content. */
export function fileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  types: readonly string[] = KNOWLEDGE_FILE_TYPES,
): string | undefined {
  if (!types.includes(extensionOf(name))) return texts.badType
  if (size === 0) return texts.emptyFile
  return size > KNOWLEDGE_FILE_BYTES_MAX ? texts.tooLarge(formatBytes(KNOWLEDGE_FILE_BYTES_MAX)) : undefined
}
