const MARK = '| '

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
  const width = Math.max(names.length, ...rest.map((row) => row.length))
  if (width < 2 || rest.length === 0) return rows.map((row) => row.map(plain).filter(Boolean).join(' ')).filter(Boolean)
  return rest.map((row) => rowLine(names, row)).filter(Boolean)
}
