import type { TableFile, TableFormat } from '@ruwu/contract'
import writeWorkbook from 'write-excel-file/node'

export type Column = { name: string; width: number }

/** A number stays a number in a workbook; null is an empty cell. */
export type Cell = string | number | null

/**
 * Spreadsheets run cells that begin with these characters as formulas (formula injection); a leading apostrophe makes
 * them text.
 */
export const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Reads what `escapeFormula` wrote. */
export const unescapeFormula = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** A table as a file with a header row: an export, or an import template with its examples. */
export async function tableFile(
  title: string,
  format: TableFormat,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Promise<TableFile> {
  const head = columns.map((column) => column.name)
  const cells = rows.map((row) => row.map(escapeFormula))
  const content = format === 'csv' ? csvOf([head, ...cells]) : await workbookOf(columns, cells)
  return { name: `${title}.${format}`, content: content.toString('base64') }
}

/** UTF-8 with byte order mark, without which Excel reads the system's encoding. */
const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`)

export const csvField = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function workbookOf(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<Buffer> {
  const head = columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const }))
  const cells = rows.map((row) => row.map((value) => ({ value, wrap: true })))
  return writeWorkbook([head, ...cells], { columns: columns.map(({ width }) => ({ width })) }).toBuffer()
}
