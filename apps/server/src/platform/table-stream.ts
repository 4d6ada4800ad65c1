import type { TableFormat } from '@ruwu/contract'
import { type Cell, type Column, csvField, escapeFormula } from './table-file.ts'
import { zipStream } from './zip-stream.ts'

type Batches = AsyncIterable<readonly (readonly Cell[])[]>

export const TABLE_CONTENT_TYPES: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A table of any length as the chunks of its file: only one batch of rows is in memory. */
export const tableStream = (
  format: TableFormat,
  columns: readonly Column[],
  batches: Batches,
): AsyncIterable<Uint8Array> => (format === 'csv' ? csvChunks(columns, batches) : workbookChunks(columns, batches))

/** UTF-8 with byte order mark, without which Excel reads the system's encoding. */
async function* csvChunks(columns: readonly Column[], batches: Batches): AsyncIterable<Uint8Array> {
  yield Buffer.from('\uFEFF')
  yield csvLines([columns.map(({ name }) => name)])
  for await (const rows of batches) yield csvLines(rows)
}

const csvLines = (rows: readonly (readonly Cell[])[]) =>
  Buffer.from(rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''))

const csvCell = (cell: Cell) => (typeof cell === 'string' ? csvField(escapeFormula(cell)) : String(cell ?? ''))

/** One sheet, texts inline: shared strings would have to be kept until the end. */
const workbookChunks = (columns: readonly Column[], batches: Batches): AsyncIterable<Uint8Array> =>
  zipStream([
    ['[Content_Types].xml', chunkOf(CONTENT_TYPES)],
    ['_rels/.rels', chunkOf(relations('officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', chunkOf(WORKBOOK)],
    ['xl/_rels/workbook.xml.rels', chunkOf(relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml'))],
    ['xl/styles.xml', chunkOf(STYLES)],
    ['xl/worksheets/sheet1.xml', sheetChunks(columns, batches)],
  ])

async function* chunkOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${XML}${text}`)
}

async function* sheetChunks(columns: readonly Column[], batches: Batches): AsyncIterable<Uint8Array> {
  const widths = columns.map(
    ({ width }, no) => `<col min="${no + 1}" max="${no + 1}" width="${width}" customWidth="1"/>`,
  )
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
  )
  yield Buffer.from(
    sheetRow(
      columns.map(({ name }) => name),
      STYLE.head,
    ),
  )
  for await (const rows of batches) yield Buffer.from(rows.map((row) => sheetRow(row, STYLE.text)).join(''))
  yield Buffer.from('</sheetData></worksheet>')
}

const sheetRow = (cells: readonly Cell[], style: number) =>
  `<row>${cells.map((cell) => sheetCell(cell, style)).join('')}</row>`

function sheetCell(cell: Cell, style: number): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c s="${STYLE.number}"><v>${cell}</v></c>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(escapeFormula(cell))}</t></is></c>`
}

/** The most characters that a cell of a workbook may have. */
const CELL_CHARS_MAX = 32_767
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Characters that XML cannot hold are left out: the workbook would not open. */
const xmlText = (text: string) =>
  text
    .slice(0, CELL_CHARS_MAX)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>\r]/g, (char) => ENTITIES[char] ?? '')

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_ML}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/></Types>`
const WORKBOOK = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Cell formats of `STYLES`: wrapped text, bold header, number with thousands separators. */
const STYLE = { text: 1, head: 2, number: 3 }
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="3" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf></cellXfs></styleSheet>`

/** Pairs of kind and target. */
function relations(...pairs: string[]): string {
  const lines: string[] = []
  for (let at = 0; at < pairs.length; at += 2)
    lines.push(`<Relationship Id="rId${at / 2 + 1}" Type="${OFFICE}/${pairs[at]}" Target="${pairs[at + 1]}"/>`)
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`
}
