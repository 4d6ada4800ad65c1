import {
  CORE_BASE_PATH,
  customerApi,
  exportApi,
  type ExportTarget,
  LeadPageBody,
  type MaterialId,
  type MessageId,
  SessionPageBody,
  statisticsApi,
  StatisticsFilter,
  tagApi,
} from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aiHandoff, lead, material, role, session } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { readCsv } from '../../platform/reading/csv.ts'
import type { Person } from '../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { recordMiss } from '../knowledge/index.ts'
import { leadBatches } from './page-batches.ts'

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
  await here.write('小满', '我电话 13877776666')
  await here.write('大雪', '在吗')
  // Figures count up to now, the message of this moment not yet.
  here.clock.advance(60_000)
})

const today = StatisticsFilter.parse({ range: 'today', granularity: 'day' })
const sessions = SessionPageBody.parse(today)
const leads = LeadPageBody.parse(today)

/** The rows of the file, header first. */
async function exported(person: Person, target: ExportTarget) {
  const { exportId } = await person.call(exportApi.create, { body: { ...target, format: 'csv' } })
  await here.reception.work.exports.run()
  const { items } = await person.call(exportApi.list, { body: {} })
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  const { body } = await here.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  const [head = [], ...rows] = readCsv(body)
  const item = items.find((each) => each.exportId === exportId)
  return { item, head, rows, column: (name: string) => rows.map((row) => row[head.indexOf(name)]) }
}

test.each(['overview', 'reception', 'ai'] as const)('汇总 of %s has all that its tab shows', async (tab) => {
  const { account, db, clock, zhao, rowOf } = here
  const { id: customerId, sessionId } = await rowOf('小满')
  const key = { entId: zhao.entId, relationId: account.id, customerId }
  await db.sql
    .insert(aiHandoff)
    .values({ ...key, sessionId, epoch: 1, reason: 'price', at: new Date(clock.now().getTime() - 1_000) })
  const messageId = newId<MessageId>(clock.now())
  const question = '能开发票吗'
  await recordMiss(db.sql, { ...key, messageId, question }, new Date(clock.now().getTime() - 1_000))
  const { tiles, rows, series } = await zhao.call(statisticsApi[tab], { body: today })

  const file = await exported(zhao, { type: 'statistics', filters: { ...today, tab } })

  // A file has a mark before what could be read as a formula: --.
  const part = (block: string) => file.rows.filter((row) => row[0] === block)
  const blocks = { overview: ['转化漏斗', '来源占比'], reception: ['人工首响分布'], ai: ['转人工原因', '未命中问题'] }[
    tab
  ]
  expect([...new Set(file.column('板块'))]).toEqual(['指标', ...blocks, '趋势'])
  expect(part('指标').map(([, name, , value]) => [name, value?.replace(/^'/, '')])).toEqual(
    tiles.map(({ name, value }) => [METRIC_CATALOGUE[name].label, formatMetric(name, value)]),
  )
  expect(blocks.flatMap(part)).toHaveLength(rows.length)
  const points = series.flatMap((line) => (line.isBase ? [] : line.points.map(({ v }) => formatMetric(line.name, v))))
  expect(part('趋势').map((row) => row[3]?.replace(/^'/, ''))).toEqual(points)
  expect(file.item?.filterText).toMatch(/^日期：今天 /)
})

test('an export is of the days it was asked for, and says what its list was narrowed to', async () => {
  const { zhao, clock, reception } = here
  const body = { type: 'session', filters: { ...sessions, metric: 'talkRate' }, format: 'csv' } as const
  await zhao.call(exportApi.create, { body })
  // It runs on the next day.
  clock.advance(86_400_000)
  await reception.work.exports.run()

  const { items } = await zhao.call(exportApi.list, { body: {} })
  expect(items[0]).toMatchObject({ status: 'done', rows: 2 })
  expect(items[0]?.filterText).toMatch(/^日期：今天 .*，指标：开口率$/)
})

test.each([
  ['statistics_agent', '客服'],
  ['statistics_channel', '名称'],
  ['statistics_tag', '标签'],
  ['statistics_heatmap', '时段'],
] as const)('%s has a row for each row of its tab', async (type, first) => {
  const tab = type.replace('statistics_', '') as 'agent' | 'channel' | 'tag' | 'heatmap'
  const { rows } = await here.zhao.call(statisticsApi[tab], { body: today })

  const file = await exported(here.zhao, { type, filters: today })

  expect(file.head).toContain(first)
  expect(file.rows).toHaveLength(rows.length)
})

test('tables are in the order that was asked for', async () => {
  const { zhao, rowOf, account } = here
  for (const name of ['小满', '大雪']) {
    const { id: customerId } = await rowOf(name)
    const { tag } = await zhao.call(tagApi.createBind, { body: { customerId, name: `${name}的标签` } })
    const both = await rowOf('小满')
    await zhao.call(customerApi.bindTags, { body: { customerId: both.id, tagIds: [tag.id] } })
  }
  const { id: customerId } = await rowOf('大雪')
  const key = { entId: zhao.entId, relationId: account.id, customerId }
  const ask = (question: string, at: Date) =>
    recordMiss(here.db.sql, { ...key, messageId: newId<MessageId>(at), question }, at)
  const now = here.clock.now().getTime()
  for (const [question, ago] of [
    ['能开发票吗', 5_000],
    ['能开发票吗', 4_000],
    ['有没有门店', 2_000],
  ] as const)
    await ask(question, new Date(now - ago))
  const sorted = async (target: ExportTarget, column: string) => (await exported(zhao, target)).column(column)
  const tags = (order: 'asc' | 'desc') =>
    sorted({ type: 'statistics_tag', filters: { ...today, sort: { field: 'customers', order } } }, '客户数')
  const misses = async (sort: { field: 'times' | 'lastAt'; order: 'asc' | 'desc' }) =>
    (await exported(zhao, { type: 'statistics', filters: { ...today, tab: 'ai', sort } })).rows
      .filter(([block]) => block === '未命中问题')
      .map(([, name]) => name)

  expect(await tags('asc')).toEqual((await tags('desc')).toReversed())
  expect(new Set(await tags('asc')).size).toBeGreaterThan(1)
  expect(await misses({ field: 'times', order: 'desc' })).toEqual(['能开发票吗', '有没有门店'])
  expect(await misses({ field: 'lastAt', order: 'desc' })).toEqual(['有没有门店', '能开发票吗'])
})

test('会话明细 has the sessions of its filter in the order of the screen', async () => {
  const { rows } = await here.zhao.call(statisticsApi.sessionPage, { body: sessions })

  const all = await exported(here.zhao, { type: 'session', filters: sessions })
  const none = await exported(here.zhao, { type: 'session', filters: { ...sessions, sources: ['douyin'] } })

  expect(rows.length).toBeGreaterThan(1)
  expect(all.head[0]).toBe('会话 ID')
  expect(all.column('客户')).toEqual(rows.map(({ customerName }) => customerName))
  expect(all.column('客户消息数')).toEqual(rows.map(({ ownMessages }) => String(ownMessages)))
  expect(none.item?.filterText).toContain('来源：抖音')
})

test('rows that leave the list while it is read shift no page of the file', async () => {
  const { db, clock, zhao } = here
  await here.write('立春', '我电话 13877775555')
  await here.write('谷雨', '我电话 13877774444')
  clock.advance(60_000)
  const caller = await findCallerOfAgent(db.sql, zhao.entId, zhao.id)
  const filters = { ...leads, status: 'new' as const }
  const source = { db: db.sql, caller: caller!, filters, timeZone: 'Asia/Shanghai' }
  const read: string[] = []

  for await (const rows of leadBatches(source, { db, now: clock.now(), piece: 1 })) {
    read.push(...rows.map(({ customerName }) => customerName))
    await db.sql.update(lead).set({ status: 'following' })
  }

  expect(read).toEqual(['谷雨', '立春', '小满'])
})

test('线索 keeps masked what the creator may not see, and only who may export it does', async () => {
  const reader = await here.hire('督查', ['im:viewPage', 'statistics:viewPage', 'statistics:exportReport'])
  await here.db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  await reader.signIn()
  const viewer = await here.hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await viewer.signIn()

  expect((await exported(here.zhao, { type: 'lead', filters: leads })).column('号码')).toEqual(['13877776666'])
  expect((await exported(reader, { type: 'lead', filters: leads })).column('号码')).toEqual(['138****6666'])
  expect(
    await viewer.refused(exportApi.create, { body: { type: 'lead', filters: leads, format: 'csv' } }),
  ).toMatchObject({ code: 40301 })
})

test('contents are told by their title, one that has not been synced by its id', async () => {
  const { zhao, db, clock, account, rowOf } = here
  const now = clock.now()
  const key = { entId: account.entId, relationId: account.id, createdAt: now, updatedAt: now }
  const card = { ...key, id: newId<MaterialId>(now), type: 'note', auditStatus: 'passed', name: '笔记' } as const
  await db.sql.insert(material).values({ ...card, platformId: 'note-1', title: '春季新品' })
  for (const [name, postId] of [
    ['小满', 'note-1'],
    ['大雪', 'note-2'],
  ] as const) {
    const { id: customerId } = await rowOf(name)
    await db.sql.update(session).set({ entry: { postId } }).where(eq(session.customerId, customerId))
    await db.sql.update(lead).set({ entry: { postId } }).where(eq(lead.customerId, customerId))
  }

  const channel = await zhao.call(statisticsApi.channel, { body: today })
  const page = await zhao.call(statisticsApi.leadPage, { body: leads })

  const contents = channel.rows.flatMap((row) => (row.group === 'content' ? `${row.contentId} ${row.name}` : []))
  expect(contents.toSorted()).toEqual(['note-1 春季新品', 'note-2 note-2'])
  expect(page.rows).toMatchObject([{ contentId: 'note-1', contentTitle: '春季新品' }])
  expect((await exported(zhao, { type: 'statistics_channel', filters: today })).column('名称')).toEqual(
    expect.arrayContaining(['春季新品', 'note-2']),
  )
  expect((await exported(zhao, { type: 'lead', filters: leads })).column('来源内容')).toEqual(['春季新品'])
  const narrowed = await exported(zhao, { type: 'session', filters: { ...sessions, contentId: 'note-1' } })
  expect(narrowed.item?.filterText).toContain('内容：春季新品')
})
