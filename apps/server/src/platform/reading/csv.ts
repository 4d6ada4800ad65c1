import { SHEET_LIMITS, tooLarge } from './sheets.ts'
import { UnreadableError } from './unreadable.ts'

/** Fields of a CSV text by record (RFC 4180): quoted fields may hold commas, line ends and doubled quotes. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const [field, end] = text[at] === '"' ? quotedField(text, at) : plainField(text, at)
    row.push(field.trim())
    cells += 1
    if (row.length > SHEET_LIMITS.column || cells > SHEET_LIMITS.cells) throw tooLarge()
    at = end
    if (text[at] === ',') {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    if (rows.push(row) > SHEET_LIMITS.row) throw tooLarge()
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  // The file ends behind a comma.
  return row.length > 0 ? [...rows, row] : rows
}

type Field = [text: string, end: number]

const FIELD_END = /[,\r\n]/g

function plainField(text: string, start: number): Field {
  FIELD_END.lastIndex = start
  const end = FIELD_END.exec(text)?.index ?? text.length
  return [text.slice(start, end), end]
}

function quotedField(text: string, start: number): Field {
  const pieces: string[] = []
  let from = start + 1
  while (true) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new UnreadableError('表格的引号不成对，请重新导出后上传')
    pieces.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') {
      // Text between the closing quote and the separator belongs to the field, as spreadsheets read it.
      const [rest, end] = plainField(text, quote + 1)
      return [pieces.join('"') + rest, end]
    }
    from = quote + 2
  }
}
