import { UnreadableError } from './unreadable.ts'

const MARK = '| '

/** Every row repeats the names of its columns, so a long name in a long table makes far more text than the file has. */
export const TABLE_CHARS_MAX = 10_000_000

/** A table row as one line with column names, so that it is understandable on its own. */
export function rowLine(names: readonly string[], cells: readonly string[]): string {
  const pairs = cells.flatMap((cell, index) => {
    const value = plain(cell)
    const name = plain(names[index] ?? '')
    return value === '' ? [] : [name === '' ? value : `${name}：${value}`]
  })
  return pairs.length === 0 ? '' : MARK + pairs.join(' | ')
}

export const isRowLine = (line: string): boolean => line.startsWith(MARK)

export const cellsOf = (line: string): string[] => line.slice(MARK.length).split(' | ')

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '｜').trim()

/** Lines of a table whose first row holds the column names; a single column is a list. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const [names = [], ...rest] = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const isList = names.length < 2 && rest.every((row) => row.length < 2)
  if (isList || rest.length === 0) return rows.map((row) => row.map(plain).filter(Boolean).join(' ')).filter(Boolean)
  return rowLines(names, rest)
}

/** Lines of all rows that have content. */
export function rowLines(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  let chars = 0
  return rows.flatMap((row) => {
    const line = rowLine(names, row)
    chars += line.length
    if (chars > TABLE_CHARS_MAX) throw new UnreadableError('表格的文字过多，请拆分后上传')
    return line === '' ? [] : [line]
  })
}
