import { Answer, IMPORT_COLUMNS, KNOWLEDGE_IMPORT_ROWS_MAX, Question, SIMILAR_MAX } from '@ruwu/contract'
import writeWorkbook from 'write-excel-file/node'
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

const EXAMPLES = [
  ['你们的营业时间是几点？', '几点开门\n周末营业吗', '每天 10:00–21:00，周末与节假日照常营业。'],
  ['可以上门量尺吗？', '量房收费吗', '可以，主城区免费上门量尺，提前一天预约即可。'],
]
const WIDTHS = [{ width: 36 }, { width: 36 }, { width: 60 }]

/** The import template with two examples. */
export async function importTemplate(): Promise<{ name: string; content: string }> {
  const head = Object.values(IMPORT_COLUMNS).map((value) => ({ value, fontWeight: 'bold' as const }))
  const rows = EXAMPLES.map((row) => row.map((value) => ({ value, wrap: true })))
  const content = await writeWorkbook([head, ...rows], { columns: WIDTHS }).toBuffer()
  return { name: '问答导入模板.xlsx', content: content.toString('base64') }
}
