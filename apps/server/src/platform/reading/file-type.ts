import type { KNOWLEDGE_FILE_TYPES } from '@ruwu/contract'
import { decodeText } from './decode-text.ts'
import { TYPES_TEXT, UnreadableError } from './unreadable.ts'
import { isZip, namesIn } from './zip.ts'

export type FileType = (typeof KNOWLEDGE_FILE_TYPES)[number]

const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PDF_SEARCHED_BYTES = 1024
const TEXT_SEARCHED_CHARS = 65_536

/** Extensions of binary formats: a text file with one of them is a broken export. */
const NOT_PLAIN = /\.(pdf|docx|xlsx)$/i

/** File type by content (magic bytes); the name only distinguishes plain text formats. */
export function fileTypeOf(bytes: Buffer, name: string): FileType {
  if (bytes.length === 0) throw new UnreadableError('文件是空的')
  if (bytes.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE))
    throw new UnreadableError('不支持旧版 doc、xls 或加密的文件，请另存为 docx、xlsx 后上传')
  // PDF readers tolerate bytes before the header.
  if (bytes.subarray(0, PDF_SEARCHED_BYTES).includes('%PDF-')) return 'pdf'
  if (isZip(bytes)) return officeType(bytes, name)
  const text = decodeText(bytes)
  refuseFalseName(name)
  if (text === undefined) throw new UnreadableError(TYPES_TEXT)
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(withoutComments(text.slice(0, TEXT_SEARCHED_CHARS)))) return 'html'
  return /\.(md|markdown)$/i.test(name) ? 'md' : 'txt'
}

/** Strips leading comments before the first tag. */
function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--') && rest.includes('-->')) rest = rest.slice(rest.indexOf('-->') + 3).trimStart()
  return rest
}

function refuseFalseName(name: string): void {
  const promised = NOT_PLAIN.exec(name)?.[1]?.toLowerCase()
  if (promised) throw new UnreadableError(`文件内容不是有效的 ${promised}，请重新导出后上传`)
}

function officeType(bytes: Buffer, name: string): FileType {
  const names = new Set(namesIn(bytes))
  if (names.has('word/document.xml')) return 'docx'
  if (names.has('xl/workbook.xml')) return 'xlsx'
  refuseFalseName(name)
  throw new UnreadableError(TYPES_TEXT)
}
