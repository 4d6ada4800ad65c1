import { Answer, IMPORT_COLUMNS, KNOWLEDGE_IMPORT_ROWS_MAX, Question, SIMILAR_MAX } from '@ruwu/contract'
import { z } from 'zod'
import { cleanText } from '../../../platform/clean-text.ts'
import { UserFacingError } from '../../../platform/http/errors.ts'
import { splitQuestions } from '../cutting/pair-lines.ts'
import { distinctSimilar, type Pair } from '../qa.ts'

/** A row of the sheet with the number shown to users. */
export type ImportRow = { row: number } & ({ pair: Pair } | { msg: string })

const Row = z.object({
  question: Question.min(1, '问题为空'),
  similar: z.array(Question).max(SIMILAR_MAX, `相似问最多 ${SIMILAR_MAX} 个`),
  answer: Answer.min(1, '答案为空'),
})

/** Reads a sheet whose first filled row is the header, columns in any order. */
export function importRows(rows: readonly (readonly string[])[]): ImportRow[] {
  const head = rows.findIndex((row) => row.some((cell) => cell !== ''))
  const names = (rows[head] ?? []).map((name) => name.replace(/[*＊\s]/g, ''))
  const at = (name: string) => names.indexOf(name)
  for (const name of [IMPORT_COLUMNS.question, IMPORT_COLUMNS.answer])
    if (at(name) === -1) throw new UserFacingError('refused', `表格第一行缺少「${name}」列，请使用导入模板`)
  const filled = rows
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells, row }) => row > head + 1 && cells.some((cell) => cell !== ''))
  if (filled.length === 0) throw new UserFacingError('refused', '表格里没有内容')
  if (filled.length > KNOWLEDGE_IMPORT_ROWS_MAX)
    throw new UserFacingError('refused', `一次最多导入 ${KNOWLEDGE_IMPORT_ROWS_MAX} 行`)
  return filled.map(({ cells, row }) => {
    const cell = (name: string) => cleanText(cells[at(name)] ?? '').trim()
    const question = cell(IMPORT_COLUMNS.question)
    const similar = distinctSimilar(question, splitQuestions(cell(IMPORT_COLUMNS.similar)))
    const read = Row.safeParse({ question, similar, answer: cell(IMPORT_COLUMNS.answer) })
    return read.success ? { row, pair: read.data } : { row, msg: read.error.issues[0]?.message ?? '内容不正确' }
  })
}
