import {
  agentApi,
  auditApi,
  CORE_BASE_PATH,
  type ExportId,
  exportApi,
  type ExportItem,
  noticeApi,
  type TableFormat,
} from '@ruwu/contract'
import { EXPORT_DAYS, EXPORTS_AT_ONCE } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { agent, role } from '../../db/schema/index.ts'
import { readCsv } from '../../platform/reading/csv.ts'
import { readSheets } from '../../platform/reading/sheets.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'
import { world, type World } from '../../testing/world.ts'

const DAY_MS = 86_400_000

let here: World

beforeEach(async () => {
  here = await world()
})

const create = async (person: Person, filters: object = {}, format: TableFormat = 'xlsx'): Promise<ExportId> =>
  (await person.call(exportApi.create, { body: { type: 'audit', filters, format } })).exportId

const items = async (person: Person): Promise<ExportItem[]> => (await person.call(exportApi.list, { body: {} })).items

const work = () => here.reception.work.exports.run()

async function download(person: Person, exportId: ExportId) {
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  const answer = await here.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.statusCode).toBe(200)
  return answer
}

const rename = (name: string) => here.zhao.call(agentApi.update, { body: { id: here.lin.id, name } })

// R125
test('the file holds what the drawer shows, in its order, and both acts are recorded', async () => {
  const { zhao, db } = here
  await rename('林满满')
  here.clock.advance(1000)
  await rename('=1+1')
  const { items: shown } = await zhao.call(auditApi.page, { body: { action: 'agent.edit' } })

  const exportId = await create(zhao, { action: 'agent.edit' })
  expect(await items(zhao)).toMatchObject([{ exportId, name: '操作日志', status: 'waiting', progress: 0 }])
  expect(await work()).toBe(true)

  expect(await items(zhao)).toMatchObject([
    { status: 'done', rows: 2, progress: 100, filterText: '动作：修改客服', agentName: '赵知远', error: '' },
  ])
  const answer = await download(zhao, exportId)
  const [sheet] = await readSheets(answer.rawPayload)
  expect(sheet?.rows).toEqual([
    ['时间', '客服', '动作', '对象', '前后值', 'IP'],
    [expect.any(String), '赵知远', '修改客服', '林满满', '名称：林满满 → =1+1', '127.0.0.1'],
    [expect.any(String), '赵知远', '修改客服', '林小满', '名称：林小满 → 林满满', '127.0.0.1'],
  ])
  expect(shown.map(({ objectName }) => objectName)).toEqual(['林满满', '林小满'])
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('spreadsheetml'),
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.xlsx"; filename\*=UTF-8''%E6%93/),
  })
  expect(await auditEntries(db, exportApi.create)).toMatchObject([
    { agentId: zhao.id, object: exportId, objectName: '操作日志', after: { format: 'xlsx', filter: '动作：修改客服' } },
  ])
  expect(await auditEntries(db, exportApi.download)).toMatchObject([{ agentId: zhao.id, object: exportId }])
})

test('the end of an export is in 通知中心 of its creator alone', async () => {
  const { zhao, lin } = here
  const exportId = await create(zhao)

  await work()

  const { items: told } = await zhao.call(noticeApi.page, { body: {} })
  expect(told).toMatchObject([{ kind: 'export_ready', subjectId: exportId, isRead: false }])
  expect(told[0]?.text).toContain('操作日志')
  expect((await lin.call(noticeApi.page, { body: {} })).items).toEqual([])
})

test('a CSV file begins with a byte order mark, and its formulas are texts', async () => {
  const { zhao } = here
  await rename('=1+1')
  await rename('林满满')
  const exportId = await create(zhao, { keyword: '林满满' }, 'csv')
  await work()

  const { body } = await download(zhao, exportId)

  expect(body.startsWith('\uFEFF')).toBe(true)
  expect(readCsv(body).map((row) => row[3])).toEqual(['对象', "'=1+1"])
})

test('chosen columns come in their order; an unknown one is refused', async () => {
  const { zhao } = here
  const body = { type: 'audit' as const, filters: {}, format: 'csv' as const }
  const { exportId } = await zhao.call(exportApi.create, { body: { ...body, columns: ['ip', 'action'] } })
  await work()

  expect(readCsv((await download(zhao, exportId)).body)[0]).toEqual(['IP', '动作'])
  expect(await zhao.refused(exportApi.create, { body: { ...body, columns: ['password'] } })).toMatchObject({
    code: 40001,
  })
})

// R126
test('an export is its creator’s alone: colleagues and other enterprises find nothing', async () => {
  const { zhao, rival, hire } = here
  const auditor = await (await hire('督查', ['audit:viewPage'])).signIn()
  const exportId = await create(zhao)
  await work()

  expect(await items(auditor)).toEqual([])
  expect(await auditor.refused(exportApi.download, { query: { exportId } })).toMatchObject({ code: 40401 })
  expect(await auditor.refused(exportApi.retry, { body: { exportId } })).toMatchObject({ code: 40401 })
  expect(await absentForRival(rival, exportApi.download, { query: { exportId } })).toMatchObject({ code: 40401 })
  expect(await absentForRival(rival, exportApi.retry, { body: { exportId } })).toMatchObject({ code: 40401 })
})

test('filters with ids of another enterprise find nothing of it', async () => {
  const { zhao, rival } = here
  await rename('林满满')
  const body = { type: 'audit' as const, filters: { agentId: zhao.id }, format: 'csv' as const }
  const { exportId } = await answerForRival(rival, exportApi.create, { body })
  await work()

  expect(await items(rival)).toMatchObject([{ status: 'done', rows: 0, filterText: '全部' }])
  expect(readCsv((await download(rival, exportId)).body)).toHaveLength(1)
})

test('without the permission of the list nothing is exported', async () => {
  const body = { type: 'audit' as const, filters: {} }

  expect(await here.lin.refused(exportApi.create, { body })).toMatchObject({ code: 40301 })
  expect(await items(here.lin)).toEqual([])
})

test('rights are those of the run: a permission taken away fails it, and given back a retry succeeds', async () => {
  const { db, hire } = here
  const auditor = await (await hire('督查', ['audit:viewPage'])).signIn()
  const socket = await auditor.connect()
  const exportId = await create(auditor)
  const grant = (permissions: 'audit:viewPage'[]) =>
    db.sql.update(role).set({ permissions }).where(eq(role.id, auditor.roleId))

  await grant([])
  await work()
  expect(await items(auditor)).toMatchObject([{ status: 'failed', error: '您已没有导出这项数据的权限' }])
  await socket.next((frame) => frame.type === 'message' && JSON.stringify(frame).includes('export_done'))
  expect(await auditor.refused(exportApi.retry, { body: { exportId } })).toMatchObject({ code: 40301 })

  await grant(['audit:viewPage'])
  await auditor.call(exportApi.retry, { body: { exportId } })
  await work()
  expect(await items(auditor)).toMatchObject([{ status: 'done', error: '' }])
  expect(await auditor.refused(exportApi.retry, { body: { exportId } })).toMatchObject({
    code: 42200,
    msg: '只能重试失败的导出',
  })
  expect(await auditEntries(db, exportApi.retry)).toHaveLength(2)

  await grant([])
  expect(await auditor.refused(exportApi.download, { query: { exportId } })).toMatchObject({ code: 40301 })
})

test('a retried export is kept as long as a new one', async () => {
  const { zhao, db } = here
  const grant = (enabled: boolean) => db.sql.update(agent).set({ enabled }).where(eq(agent.id, zhao.id))
  const exportId = await create(zhao)
  await grant(false)
  await work()
  await grant(true)
  here.clock.advance((EXPORT_DAYS - 1) * DAY_MS)

  await zhao.call(exportApi.retry, { body: { exportId } })
  await work()

  const expireAt = new Date(here.clock.now().getTime() + EXPORT_DAYS * DAY_MS).toISOString()
  expect(await items(zhao)).toMatchObject([{ status: 'done', expireAt }])
})

test('a disabled agent’s export fails', async () => {
  const { zhao, db } = here
  await create(zhao)
  await db.sql.update(agent).set({ enabled: false }).where(eq(agent.id, zhao.id))
  await work()
  await db.sql.update(agent).set({ enabled: true }).where(eq(agent.id, zhao.id))

  expect(await items(zhao)).toMatchObject([{ status: 'failed' }])
})

test('of many requests at once only three are taken', async () => {
  const { zhao } = here
  const body = { type: 'audit' as const, filters: {} }

  const answers = await Promise.all(Array.from({ length: 8 }, () => zhao.request(exportApi.create, { body })))

  const refused = answers.filter(({ code }) => code !== 1)
  expect(answers.length - refused.length).toBe(EXPORTS_AT_ONCE)
  expect(refused[0]).toMatchObject({ code: 42200, msg: '最多同时导出 3 个，请等前面的完成后再试' })
  while (await work()) {
    // Until nothing waits.
  }
  await create(zhao)
})

test('a file is served for seven days', async () => {
  const { zhao } = here
  const exportId = await create(zhao)
  await work()

  here.clock.advance(EXPORT_DAYS * DAY_MS - 1)
  await zhao.signIn()
  await download(zhao, exportId)
  here.clock.advance(1)

  expect(await zhao.refused(exportApi.download, { query: { exportId } })).toMatchObject({ code: 40401 })
  expect(await items(zhao)).toEqual([])
})

test('a page beyond the end answers the last one', async () => {
  const { zhao } = here
  await create(zhao)

  expect(await zhao.call(exportApi.list, { body: { page: 9, pageSize: 20 } })).toMatchObject({ total: 1, page: 1 })
})
