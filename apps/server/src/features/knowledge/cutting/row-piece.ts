import { cellsOf } from '../reading/row-line.ts'
import { splitQuestions } from './pair-lines.ts'
import type { Piece } from './piece.ts'

const COLUMNS = { question: /^(问题?|标准问|Q)$/i, similar: /^(相似问|扩展问)/, answer: /^(答案?|回答|A)$/i }

type Cell = { name: string; value: string }

/** A question with its answer; otherwise the first cell is the subject and each column a possible question. */
export function rowPiece(heading: string, line: string): Piece {
  const cells = cellsOf(line).map(parted)
  const valueOf = (column: RegExp) => cells.find(({ name }) => column.test(name))?.value
  const [question, answer] = [valueOf(COLUMNS.question), valueOf(COLUMNS.answer)]
  if (question && answer)
    return { heading: question, text: answer, words: [question, ...splitQuestions(valueOf(COLUMNS.similar) ?? '')] }
  const [{ value: about } = { value: '' }, ...rest] = cells
  return {
    heading: [heading, about].filter(Boolean).join(' > '),
    text: cellsOf(line).join('；'),
    words: [about, ...rest.map(({ name, value }) => `${about}${name || value}`)],
  }
}

function parted(cell: string): Cell {
  const at = cell.indexOf('：')
  return at === -1 ? { name: '', value: cell } : { name: cell.slice(0, at), value: cell.slice(at + 1) }
}
