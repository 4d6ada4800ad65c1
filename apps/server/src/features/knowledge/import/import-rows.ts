import { Answer, type IncomingFile, KNOWLEDGE_IMPORT_ROWS_MAX, Question, SIMILAR_MAX } from '@ruwu/contract'
import { QUESTION_COLUMNS as COLUMNS, SAMPLE_QUESTIONS } from '@ruwu/domain'
import { z } from 'zod'
import { readImportTable } from '../../../platform/reading/import-table.ts'
import { tableFile } from '../../../platform/table-file.ts'
import { splitQuestions } from '../cutting/pair-lines.ts'
import { distinctSimilar, type Pair } from '../qa.ts'

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
    SAMPLE_QUESTIONS.slice(0, 2),
  )

/** 商品服务表: the first row names the columns, which may be others. */
export const goodsTemplate = () =>
  tableFile(
    '商品服务表模板',
    'xlsx',
    [
      { name: '名称', width: 24 },
      { name: '价格', width: 18 },
      { name: '说明', width: 48 },
    ],
    [
      ['全屋定制', '899 元/平起', '含量房、设计与安装'],
      ['厨柜翻新', '3,000 元起', '一天完工，质保两年'],
    ],
  )
