import { tableLines } from './row-line.ts'

const isTableLine = (line: string) => /^\s*\|.*\|\s*$/.test(line)
const isRule = (line: string) => /^\s*\|[\s:|-]+\|\s*$/.test(line)

const cellsOf = (line: string) => line.trim().slice(1, -1).split('|').map(plainLine)

/** Keeps headings, writes the column names into every table row and removes inline markup. */
export function markdownText(text: string): string {
  const lines = text.split('\n')
  const read: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (!isTableLine(line) || !isRule(lines[at + 1] ?? '')) {
      read.push(plainLine(line))
      continue
    }
    const table = [cellsOf(line)]
    for (at += 2; at < lines.length && isTableLine(lines[at] ?? ''); at += 1) table.push(cellsOf(lines[at] ?? ''))
    at -= 1
    read.push(...tableLines(table))
  }
  return read.join('\n')
}

const plainLine = (line: string): string =>
  line
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()]{0,1000}\)/g, '$1')
    .replaceAll(/(\*\*|__|`)/g, '')
    .replace(/^\s*(```.*|[-*_]{3,})\s*$/, '')
    .trim()
