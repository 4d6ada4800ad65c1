import { Answer, type IncomingFile, KNOWLEDGE_IMPORT_ROWS_MAX, Question, SIMILAR_MAX } from '@ruwu/contract'
import { z } from 'zod'
import { readImportTable } from '../../../platform/reading/import-table.ts'
import { tableFile } from '../../../platform/table-file.ts'
import { splitQuestions } from '../cutting/pair-lines.ts'
import { distinctSimilar, type Pair } from '../qa.ts'

const COLUMNS = { question: '问题', similar: '相似问', answer: '答案' } as const

/** A row of the sheet with the number shown to users. */
export type ImportRow = { row: number } & ({ pair: Pair } | { msg: string })

const Row = z.object({
  question: Question.min(1, '问题为空'),
  similar: z.array(Question).max(SIMILAR_MAX, `相似问最多 ${SIMILAR_MAX} 个`),
  answer: Answer.min(1, '答案为空'),
})

export async function importRows(file: IncomingFile): Promise<ImportRow[]> {
  const table = { required: [COLUMNS.question, COLUMNS.answer], rowsMax: KNOWLEDGE_IMPORT_ROWS_MAX }
  return (await readImportTable(file, table)).map(({ row, cell }) => {
    const question = cell(COLUMNS.question)
    const similar = distinctSimilar(question, splitQuestions(cell(COLUMNS.similar)))
    const read = Row.safeParse({ question, similar, answer: cell(COLUMNS.answer) })
    return read.success ? { row, pair: read.data } : { row, msg: read.error.issues[0]?.message ?? '内容不正确' }
  })
}

const EXAMPLES = [
  ['你们的营业时间是几点？', '几点开门\n周末营业吗', '每天 10:00–21:00，周末与节假日照常营业。'],
  ['可以上门量尺吗？', '量房收费吗', '可以，主城区免费上门量尺，提前一天预约即可。'],
]

/** The import template with two examples. */
export const importTemplate = () =>
  tableFile(
    '问答导入模板',
    'xlsx',
    [
      { name: COLUMNS.question, width: 36 },
      { name: COLUMNS.similar, width: 36 },
      { name: COLUMNS.answer, width: 60 },
    ],
    EXAMPLES,
  )
