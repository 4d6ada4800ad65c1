const MARK = '| '

/** A row of a table as one line, every value with the name of its column: it says the same wherever it is read. */
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

/** A table whose first row names the columns. One of a single column is a list. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const [names = [], ...rest] = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const width = Math.max(names.length, ...rest.map((row) => row.length))
  if (width < 2 || rest.length === 0) return rows.map((row) => row.map(plain).filter(Boolean).join(' ')).filter(Boolean)
  return rest.map((row) => rowLine(names, row)).filter(Boolean)
}
