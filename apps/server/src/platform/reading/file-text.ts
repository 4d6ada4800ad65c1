import { decodeText } from './decode-text.ts'
import type { FileType } from './file-type.ts'
import { htmlText } from './html-text.ts'
import { markdownText } from './markdown-text.ts'
import { tableLines } from './row-line.ts'
import { readSheets } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'
import { unpacked } from './zip.ts'

/** Large libraries are loaded for their own files only: each file is read by a new process. */
const READERS: Record<FileType, (bytes: Buffer) => Promise<string>> = {
  pdf: async (bytes) => (await import('./pdf-text.ts')).pdfText(bytes),
  docx: wordText,
  xlsx: async (bytes) =>
    (await readSheets(bytes)).flatMap(({ name, rows }) => [`# ${name}`, ...tableLines(rows)]).join('\n'),
  html: async (bytes) => htmlText(decodeText(bytes) ?? '').text,
  md: async (bytes) => markdownText(decodeText(bytes) ?? ''),
  txt: async (bytes) => decodeText(bytes) ?? '',
}

/** File content as plain text with marked headings and table rows. */
export const fileText = (type: FileType, bytes: Buffer): Promise<string> => READERS[type](bytes)

async function wordText(bytes: Buffer): Promise<string> {
  const buffer = unpacked(bytes)
  const { default: mammoth } = await import('mammoth')
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  try {
    return htmlText((await mammoth.convertToHtml({ buffer }, { convertImage })).value).text
  } catch (error) {
    throw new UnreadableError('文档已损坏或不是有效的 docx 文件', { cause: error })
  }
}
