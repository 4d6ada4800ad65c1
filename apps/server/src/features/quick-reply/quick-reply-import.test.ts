import { type OwnerType, quickReplyApi } from '@ruwu/contract'
import { SAMPLE_REPLIES, sampleReplyTable } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { fileOf, xlsxOf } from '../../testing/sample-files.ts'
import { world, type World } from '../../testing/world.ts'

type Cell = string | number | null

let here: World

beforeEach(async () => {
  here = await world()
})

const HEAD = ['分组', '标题', '内容', '快捷码']

const imported = async (person: Person, rows: Cell[][], options: object = {}, ownerType: OwnerType = 'enterprise') =>
  person.call(quickReplyApi.import, {
    body: { ownerType, ...options },
    file: fileOf(await xlsxOf([HEAD, ...rows]), '快捷回复.xlsx'),
  })

/** Group, title, content and code of every reply. */
async function library(person: Person, ownerType: OwnerType = 'enterprise') {
  const { entGroups, agentGroups } = await person.call(quickReplyApi.groupReplies, {})
  return (ownerType === 'enterprise' ? entGroups : agentGroups).flatMap((group) =>
    group.replies.map(({ title, content, code }) => [group.title, title, content, code]),
  )
}

const many = (count: number, name: string): Cell[][] =>
  Array.from({ length: count }, (_, n) => ['大组', `${name}${n}`, '内容', null])

test('the sample replies are imported whole', async () => {
  const file = fileOf(Buffer.from(sampleReplyTable()), '示例快捷回复.csv')

  const result = await here.lin.call(quickReplyApi.import, { body: { ownerType: 'agent' }, file })

  expect(result).toEqual({ success: SAMPLE_REPLIES.length, duplicates: 0, failed: [] })
  expect(await library(here.lin, 'agent')).toEqual(expect.arrayContaining([...SAMPLE_REPLIES]))
})

test('good rows come in under their groups, bad ones are told by number and reason', async () => {
  const { zhao, lin } = here
  const screen = await lin.connect()
  const rows: Cell[][] = [
    ['售前', '报价', '按面积计价', 'BJ'],
    ['', '没有分组', '内容', null],
    ['售前', '', '内容', null],
    ['售前', '没有内容', '', null],
    ['售后', '退货', '七天内可退', 'th'],
    ['售后', '标'.repeat(31), '内容', null],
    ['售后', '快捷码', '内容', '中文'],
    ['售后', '占用', '内容', 'bj'],
  ]

  const told = await imported(zhao, rows, { dryRun: true })
  expect(await library(zhao)).toEqual([])
  await screen.roundTrip()
  expect(screen.take('message')).toEqual([])

  expect(await imported(zhao, rows)).toEqual(told)
  expect(told).toEqual({
    success: 2,
    duplicates: 0,
    failed: [
      { row: 3, msg: '请输入分组名' },
      { row: 4, msg: '请输入标题' },
      { row: 5, msg: '请输入内容' },
      { row: 7, msg: '标题最多 30 个字' },
      { row: 8, msg: '快捷码只能包含字母和数字' },
      { row: 9, msg: '快捷码已被使用' },
    ],
  })
  expect(await library(lin)).toEqual([
    ['售前', '报价', '按面积计价', 'bj'],
    ['售后', '退货', '七天内可退', 'th'],
  ])
  await screen.roundTrip()
  expect(screen.take('message').map(({ content }) => content.type)).toEqual(['quick_reply_change'])
})

test.each([
  ['skip', '旧的', '第一行'],
  ['overwrite', '新的', '第二行'],
])('the same group and title, in the library or further up: %s', async (onDuplicate, known, twice) => {
  const { zhao } = here
  await imported(zhao, [['售前', '报价', '旧的', 'bj']])

  const result = await imported(
    zhao,
    [
      ['售前', '报价', '新的', null],
      ['售前', '尺寸', '第一行', 'cc'],
      ['售前', '尺寸', '第二行', null],
    ],
    { onDuplicate },
  )

  expect(result).toEqual({ success: 1, duplicates: 2, failed: [] })
  expect(await library(zhao)).toEqual([
    ['售前', '报价', known, 'bj'],
    ['售前', '尺寸', twice, 'cc'],
  ])
})

test('two imports at once do not exceed the library, and the rest is named', async () => {
  const { lin } = here

  const results = await Promise.all([
    imported(lin, many(300, '甲'), {}, 'agent'),
    imported(lin, many(300, '乙'), {}, 'agent'),
  ])

  expect(results.map(({ success }) => success).toSorted((one, other) => one - other)).toEqual([200, 300])
  expect(results.flatMap(({ failed }) => failed)).toHaveLength(100)
  expect(results.flatMap(({ failed }) => failed)[0]?.msg).toBe('每个快捷回复库最多 500 条')
  expect(await library(lin, 'agent')).toHaveLength(500)
})

test('a table has at most 1,000 rows and 50 groups', async () => {
  const { zhao } = here
  const groups = Array.from({ length: 51 }, (_, n) => [`组${n}`, '一', '内容', null])

  expect((await imported(zhao, groups)).failed).toEqual([{ row: 52, msg: '每个快捷回复库最多 50 个分组' }])
  const file = fileOf(await xlsxOf([HEAD, ...many(1001, '多')]), 'a.xlsx')
  expect(await zhao.refused(quickReplyApi.import, { body: { ownerType: 'enterprise' }, file })).toMatchObject({
    msg: '一次最多导入 1000 行',
  })
})

test.each(['xlsx', 'csv'] as const)('what was exported as %s can be imported elsewhere', async (format) => {
  const { zhao, lin } = here
  await imported(zhao, [
    ['售前', '报价', '按面积，"含五金"\n与安装', 'bj'],
    ['售后', '等于', '=1+1 不是公式', null],
  ])

  const { name, content } = await lin.call(quickReplyApi.export, { body: { ownerType: 'enterprise', format } })
  const file = fileOf(Buffer.from(content, 'base64'), name)
  await lin.call(quickReplyApi.import, { body: { ownerType: 'agent' }, file })

  expect(name).toBe(`企业快捷回复.${format}`)
  expect(await library(lin, 'agent')).toEqual(await library(zhao))
})

test('an export during a search holds what it finds', async () => {
  const { zhao } = here
  await imported(zhao, [
    ['售前', '报价', '按面积', 'bj'],
    ['售后', '保修', '两年', 'bx'],
  ])

  const body = { ownerType: 'enterprise', format: 'csv', keyword: '报价' } as const
  const text = Buffer.from((await zhao.call(quickReplyApi.export, { body })).content, 'base64').toString()

  expect(text).toContain('按面积')
  expect(text).not.toContain('保修')
})

test('an exported cell is no formula', async () => {
  const { zhao } = here
  await imported(zhao, [['售后', '等于', '=1+1', null]])

  const { content } = await zhao.call(quickReplyApi.export, { body: { ownerType: 'enterprise', format: 'csv' } })

  expect(Buffer.from(content, 'base64').toString()).toContain("售后,等于,'=1+1,")
})

test('the template can be imported as it is; the enterprise’s library needs its permission', async () => {
  const { lin, zhao } = here
  const { name, content } = await lin.call(quickReplyApi.template, {})
  const file = fileOf(Buffer.from(content, 'base64'), name)

  expect(await zhao.call(quickReplyApi.import, { body: { ownerType: 'enterprise' }, file })).toMatchObject({
    success: 2,
  })
  expect(await lin.refused(quickReplyApi.import, { body: { ownerType: 'enterprise' }, file })).toMatchObject({
    code: 40301,
  })
})

test('imports and exports are recorded with their size', async () => {
  const { zhao, db } = here
  await imported(zhao, many(3, '甲'))
  await zhao.call(quickReplyApi.export, { body: { ownerType: 'enterprise' } })

  expect(await auditEntries(db, quickReplyApi.import)).toMatchObject([
    { objectName: '快捷回复.xlsx', after: { count: '3', overwritten: '0' } },
  ])
  expect(await auditEntries(db, quickReplyApi.export)).toMatchObject([{ after: { count: '3', format: 'xlsx' } }])
})
