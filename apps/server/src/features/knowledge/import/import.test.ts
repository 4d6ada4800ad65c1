import { homeApi, KNOWLEDGE_MAX, knowledgeApi } from '@ruwu/contract'
import { SAMPLE_QUESTIONS, sampleQuestionTable } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { ascending, knowledgeWorld, type KnowledgeWorld } from '../testing/knowledge-world.ts'
import { docxOf, fileOf, xlsxOf, zipOf } from '../../../testing/sample-files.ts'

type Cell = string | number | null

/** So many questions. */
const sheet = (count: number, name: string): Cell[][] => [
  HEAD,
  ...Array.from({ length: count }, (_, n) => [`${name}${n}`, null, '答。']),
]
const HEAD = ['问题', '相似问', '答案']

const imported = async ({ zhao, relationId }: KnowledgeWorld, rows: Cell[][], options: object = {}) =>
  zhao.call(knowledgeApi.import, { body: { relationId, ...options }, file: fileOf(await xlsxOf(rows), '问答.xlsx') })

const answers = async (here: KnowledgeWorld) =>
  Object.fromEntries((await here.list()).map(({ question, answer }) => [question, answer]))

test('a sheet becomes questions that are found at once, and open lists hear of it once', async () => {
  const here = await knowledgeWorld()
  const screen = await here.wei.connect()

  const result = await imported(here, [
    HEAD,
    ['衣柜多少钱', '衣柜怎么收费\n衣柜价格', '680 元一平。'],
    ['门店在哪', null, '杭州。'],
  ])

  expect(result).toEqual({ success: 2, duplicates: 0, failed: [] })
  const [entry] = await here.list({ keyword: '衣柜' })
  expect(entry).toMatchObject({
    origin: '导入',
    status: 'active',
    similar: ['衣柜怎么收费', '衣柜价格'],
    updatedByName: '赵知远',
    pieces: 1,
    version: 1,
  })
  expect((await here.find('衣柜怎么收费'))[0]).toBe('衣柜多少钱')
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['knowledge_change'])
})

test('a CSV file is a sheet as well, also in the encoding of Chinese Windows', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId } = here
  // 问题,答案 / 在哪,杭州。
  const bytes = Buffer.from('cecaccE22cb4f0b0b80d0ad4dac4c42cbabcd6dda1a30d0a', 'hex')

  const result = await zhao.call(knowledgeApi.import, { body: { relationId }, file: fileOf(bytes, '问答.csv') })

  expect(result).toEqual({ success: 1, duplicates: 0, failed: [] })
  expect(await answers(here)).toEqual({ 在哪: '杭州。' })
})

test('the sample questions are imported whole, and nothing is answered from one before it is switched on', async () => {
  const { zhao, relationId, find, list } = await knowledgeWorld()
  const file = fileOf(Buffer.from(sampleQuestionTable()), '示例问答.csv')

  const result = await zhao.call(knowledgeApi.import, { body: { relationId, enabled: false }, file })

  expect(result).toEqual({ success: SAMPLE_QUESTIONS.length, duplicates: 0, failed: [] })
  expect(await find('周末营业吗')).toEqual([])
  expect((await zhao.call(homeApi.guide, {})).find(({ key }) => key === 'knowledge')?.done).toBe(false)
  const [{ id, version } = expect.fail()] = await list({ keyword: '营业时间' })
  await zhao.call(knowledgeApi.update, { body: { relationId, id, version, enabled: true } })
  expect(await find('周末营业吗')).toEqual(['你们的营业时间是几点？'])
})

test('what is overwritten stays switched on', async () => {
  const here = await knowledgeWorld()
  await here.addPair('在哪', '旧的。', [])

  await imported(here, [HEAD, ['在哪', null, '新的。']], { onDuplicate: 'overwrite', enabled: false })

  expect(await here.list()).toMatchObject([{ answer: '新的。', enabled: true }])
})

test('the template can be imported as it is', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId } = here

  const { name, content } = await zhao.call(knowledgeApi.template, { query: {} })
  const file = fileOf(Buffer.from(content, 'base64'), name)

  expect(await zhao.call(knowledgeApi.import, { body: { relationId }, file })).toMatchObject({ success: 2, failed: [] })
})

test('the template of a table of goods is one that can be learned', async () => {
  const { zhao, upload, save, learn, list } = await knowledgeWorld()

  const { name, content } = await zhao.call(knowledgeApi.template, { query: { type: 'goods' } })
  await save('goods', { file: await upload(Buffer.from(content, 'base64'), name) })
  await learn()

  expect((await list())[0]).toMatchObject({ status: 'active', pieces: 2 })
})

test('a dry run tells what would happen and changes nothing', async () => {
  const here = await knowledgeWorld()
  const rows = [HEAD, ['在哪', null, '杭州。'], [null, null, '没有问题的答案'], ['没有答案的问题', null, null]]

  const told = await imported(here, rows, { dryRun: true })

  expect(told).toEqual({
    success: 1,
    duplicates: 0,
    failed: [
      { row: 3, msg: '问题为空' },
      { row: 4, msg: '答案为空' },
    ],
  })
  expect(await here.list()).toEqual([])
  expect(await imported(here, rows)).toEqual(told)
})

test('columns may stand in any order, and a wrong row is named by its number in the sheet', async () => {
  const here = await knowledgeWorld()
  const rows: Cell[][] = [
    [null],
    ['答案', '编号', '问题*'],
    ['杭州。', 1, '在哪'],
    [null, null, null],
    ['答'.repeat(1001), 2, '太长的答案'],
    ['好', 3, '问'.repeat(201)],
    [680, 4, '多少钱'],
  ]

  expect(await imported(here, rows)).toEqual({
    success: 2,
    duplicates: 0,
    failed: [
      { row: 5, msg: '答案最多 1000 个字' },
      { row: 6, msg: '问题最多 200 个字' },
    ],
  })
  expect(await answers(here)).toEqual({ 在哪: '杭州。', 多少钱: '680' })
})

test.each([
  ['skip', { 在哪: '旧的。', 停车: '第一行。' }],
  ['overwrite', { 在哪: '新的。', 停车: '第二行。' }],
])('what is there already, in the library or further up in the sheet: %s', async (onDuplicate, expected) => {
  const here = await knowledgeWorld()
  const { version } = await here.addPair('在哪', '旧的。', ['地址'])
  const rows = [HEAD, ['在哪', '北门怎么进', '新的。'], ['停车', null, '第一行。'], ['停车', null, '第二行。']]

  expect(await imported(here, rows, { onDuplicate })).toEqual({ success: 1, duplicates: 2, failed: [] })

  expect(await answers(here)).toEqual(expected)
  const [entry] = await here.list({ keyword: '在哪' })
  const isNew = onDuplicate === 'overwrite'
  expect(entry).toMatchObject({ similar: [isNew ? '北门怎么进' : '地址'], version: isNew ? version + 1 : version })
  expect((await here.find('北门怎么进')).includes('在哪')).toBe(isNew)
})

test('the same sheet twice at once is there once', async () => {
  const here = await knowledgeWorld()
  const rows = [HEAD, ...Array.from({ length: 30 }, (_, n) => [`问题${n}`, null, `答案${n}。`])]

  const results = await Promise.all([imported(here, rows), imported(here, rows)])

  expect(results.map(({ success }) => success).toSorted(ascending)).toEqual([0, 30])
  expect(results.map(({ duplicates }) => duplicates).toSorted(ascending)).toEqual([0, 30])
  expect(await here.list()).toHaveLength(30)
})

test('as many as fit are taken, and the rest is named', async () => {
  const here = await knowledgeWorld()
  await here.fill(KNOWLEDGE_MAX - 2)

  expect(await imported(here, sheet(4, '乙'))).toEqual({
    success: 2,
    duplicates: 0,
    failed: [
      { row: 4, msg: '知识库已满（最多 10000 条）' },
      { row: 5, msg: '知识库已满（最多 10000 条）' },
    ],
  })
})

test.each([
  ['no sheet at all', docxOf(['x']), '请上传 xlsx 或 csv 文件，可先下载导入模板'],
  ['a broken one', zipOf({ 'xl/workbook.xml': 'no xml' }), '表格已损坏或不是有效的 xlsx 文件'],
  ['a bomb', zipOf({ 'xl/workbook.xml': Buffer.alloc(70_000_000) }), '文件展开后过大，无法读取'],
])('%s is refused', async (_what, bytes, text) => {
  const { zhao, relationId } = await knowledgeWorld()

  const refusal = await zhao.refused(knowledgeApi.import, { body: { relationId }, file: fileOf(bytes, 'a.xlsx') })

  expect(refusal).toMatchObject({ code: 40001, data: { fields: { file: text } } })
})

test.each([
  [
    'without the columns',
    [
      ['甲', '乙'],
      ['1', '2'],
    ],
    '表格第一行缺少「问题」列，请使用导入模板',
  ],
  [
    'without answers',
    [
      ['问题', '相似问'],
      ['1', '2'],
    ],
    '表格第一行缺少「答案」列，请使用导入模板',
  ],
  ['without rows', [HEAD], '表格里没有内容'],
  ['too long', [HEAD, ...Array.from({ length: 10_001 }, (_, n) => [`${n}`, null, '答'])], '一次最多导入 10000 行'],
] as [string, Cell[][], string][])('a sheet %s is refused', async (_what, rows, msg) => {
  const { zhao, relationId } = await knowledgeWorld()
  const file = fileOf(await xlsxOf(rows), 'a.xlsx')

  expect(await zhao.refused(knowledgeApi.import, { body: { relationId }, file })).toMatchObject({ code: 42200, msg })
})
