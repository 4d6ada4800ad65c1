import { KNOWLEDGE_FILE_BYTES_MAX, KNOWLEDGE_FILE_TYPES } from '@ruwu/contract'
import { formatBytes } from '@ruwu/domain'
import { texts } from './texts.ts'

/** What a table is read from. */
export const SHEET_TYPES = ['xlsx'] as const

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** For the browser's own dialog. */
export const acceptOf = (types: readonly string[]) => types.map((it) => `.${it}`).join(',')

export const fileHint = (types: readonly string[]) =>
  texts.fileHint(types.join('、'), formatBytes(KNOWLEDGE_FILE_BYTES_MAX))

/** Why a file cannot be taken, before it is sent; the server reads what it really is. */
export function fileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  types: readonly string[] = KNOWLEDGE_FILE_TYPES,
): string | undefined {
  if (!types.includes(extensionOf(name))) return texts.badType
  if (size === 0) return texts.emptyFile
  return size > KNOWLEDGE_FILE_BYTES_MAX ? texts.tooLarge(formatBytes(KNOWLEDGE_FILE_BYTES_MAX)) : undefined
}
