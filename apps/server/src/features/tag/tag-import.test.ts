import { tagApi } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { fileOf, xlsxOf } from '../../testing/sample-files.ts'
import { world } from '../../testing/world.ts'

type Cell = string | number | null
const HEAD = ['标签名', '分组', '颜色']

let here: Awaited<ReturnType<typeof world>>

beforeEach(async () => {
  here = await world()
})

const imported = async (rows: Cell[][], options: object = {}) =>
  here.zhao.call(tagApi.import, { body: options, file: fileOf(await xlsxOf([HEAD, ...rows]), '标签.xlsx') })

const listed = async () =>
  (await here.zhao.call(tagApi.list, { body: {} }))
    .filter(({ kind }) => kind !== 'system')
    .map(({ name, groupName, color }) => [name, groupName, color])

test('good rows become tags and groups, bad ones are named by their number', async () => {
  const rows: Cell[][] = [
    ['三房', '户型', '红色'],
    ['四房', '户型', null],
    [null, '户型', '蓝'],
    ['长'.repeat(13), null, null],
    ['五房', '户型', '彩虹'],
    ['已留资', null, null],
    ['杭州', null, '绿'],
  ]

  const told = await imported(rows, { dryRun: true })
  expect(await listed()).toEqual([])
  expect(await imported(rows)).toEqual(told)

  expect(told).toEqual({
    success: 3,
    duplicates: 0,
    failed: [
      { row: 4, msg: '请输入标签名称' },
      { row: 5, msg: '标签名称最多 12 个字' },
      { row: 6, msg: '颜色应为红、橙、琥珀、黄绿、绿、青绿、青、蓝、靛、紫、粉、灰之一' },
      { row: 7, msg: '系统标签由系统自动维护' },
    ],
  })
  expect(await listed()).toEqual([
    ['三房', '户型', 'red'],
    ['四房', '户型', 'blue'],
    ['杭州', null, 'green'],
  ])
  expect(await auditEntries(here.db, tagApi.import)).toMatchObject([{ objectName: '标签.xlsx', after: { count: '3' } }])
})

test.each([
  ['skip', [['VIP', null, 'blue']]],
  ['overwrite', [['VIP', '需求', 'red']]],
])('a tag that exists already, whatever its case: %s', async (onDuplicate, expected) => {
  await here.zhao.call(tagApi.create, { body: { name: 'VIP' } })

  expect(await imported([['vip', '需求', '红']], { onDuplicate })).toEqual({ success: 0, duplicates: 1, failed: [] })
  expect(await listed()).toEqual(expected)
})

test('the template can be imported as it is, and no more tags than fit', async () => {
  const { name, content } = await here.zhao.call(tagApi.template, {})
  const file = fileOf(Buffer.from(content, 'base64'), name)
  expect(await here.zhao.call(tagApi.import, { body: {}, file })).toMatchObject({ success: 2, failed: [] })

  const many = Array.from({ length: 199 }, (_, n) => [`标签${n}`, null, null])
  expect(await imported(many)).toEqual({
    success: 198,
    duplicates: 0,
    failed: [{ row: 200, msg: '最多创建 200 个标签' }],
  })
})
