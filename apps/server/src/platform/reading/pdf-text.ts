import { KNOWLEDGE_TEXT_MAX } from '@ruwu/contract'
import { getDocumentProxy } from 'unpdf'
import { refuseLargeStreams } from './pdf-streams.ts'
import { UnreadableError } from './unreadable.ts'

const PDF_PAGES_MAX = 1_000
/** More text than an entry may hold is not read on; spaces and line breaks that are dropped later are allowed for. */
const PDF_CHARS_MAX = 4 * KNOWLEDGE_TEXT_MAX

/** A line this long that does not end a sentence continues in the next line. */
const FULL_LINE_CHARS = 18
const ENDS = /[。！？；：.!?;:]["”’）)]?$/
const BEGINS = /^(#|[-•·*▪●]|\d+[.、)）]|[（(]?[一二三四五六七八九十]+[、)）]|第.{1,4}[章节条]|[问答QA][:：])/

/** Only errors: the library's warnings about files stay out of our log. */
const SILENT = { verbosity: 0 }

export async function pdfText(bytes: Buffer): Promise<string> {
  await refuseLargeStreams(bytes)
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), SILENT)
    if (pdf.numPages > PDF_PAGES_MAX) throw new UnreadableError(`PDF 最多 ${PDF_PAGES_MAX} 页，请拆分后上传`)
    const pages: string[] = []
    let chars = 0
    // One page at a time, so that one page's content is held at a time.
    for (let number = 1; number <= pdf.numPages && chars <= PDF_CHARS_MAX; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
      chars += text.length
      pages.push(joinLines(text))
    }
    return pages.join('\n')
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError(refusalText(error), { cause: error })
  }
}

const refusalText = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? 'PDF 已加密，请解除密码后上传' : 'PDF 已损坏，无法打开'

/** PDF text comes as lines; sentences broken across lines are joined. */
export function joinLines(page: string): string {
  const lines: string[] = []
  for (const raw of page.split('\n')) {
    const line = raw.replaceAll(/\s+/g, ' ').trim()
    const last = lines.at(-1) ?? ''
    if (last.length >= FULL_LINE_CHARS && !ENDS.test(last) && line !== '' && !BEGINS.test(line))
      lines[lines.length - 1] = last + (/[\w,]$/.test(last) && /^\w/.test(line) ? ' ' : '') + line
    else lines.push(line)
  }
  return lines.join('\n')
}
