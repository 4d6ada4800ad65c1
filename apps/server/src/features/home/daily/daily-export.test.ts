import { CORE_BASE_PATH, DailyFilter, exportApi, homeDailyApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { role } from '../../../db/schema/index.ts'
import { readCsv } from '../../../platform/reading/csv.ts'
import type { Person } from '../../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../../testing/reception-world.ts'

const DAY_MS = 86_400_000

let here: ReceptionWorld
let filters: DailyFilter

beforeEach(async () => {
  here = await receptionWorld()
  await here.write('小满', '我电话 13877776666')
  const date = new Date(here.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  filters = DailyFilter.parse({ date })
  here.clock.advance(DAY_MS)
})

async function exported(person: Person) {
  const { exportId } = await person.call(exportApi.create, { body: { type: 'daily', filters, format: 'csv' } })
  await here.reception.work.exports.run()
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  const { body } = await here.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  const { items } = await person.call(exportApi.list, { body: {} })
  return { rows: readCsv(body), item: items.find((each) => each.exportId === exportId) }
}

test('the file has the figures of the page, contacts by the creator’s permission', async () => {
  const reader = await here.hire('督查', ['im:viewPage', 'statistics:viewPage', 'statistics:exportReport'])
  await here.db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  await reader.signIn()
  const { metrics } = await here.zhao.call(homeDailyApi.report, { query: filters })

  const { rows, item } = await exported(here.zhao)

  expect(rows[0]).toEqual(['板块', '对象', '指标', '当日', '对比值', '变化', '近7日均值'])
  expect(rows.filter(([block]) => block === '指标')).toHaveLength(metrics.length)
  expect(rows).toContainEqual(expect.arrayContaining(['指标', '', '进线客户', '1']))
  expect(JSON.stringify(rows)).toContain('13877776666')
  expect(item).toMatchObject({ status: 'done', filterText: `日期：${filters.date}，对比：前一日` })
  const masked = JSON.stringify((await exported(reader)).rows)
  expect(masked).toContain('138****6666')
  expect(masked).not.toContain('13877776666')
})

test('a day without a report is refused, and so is who may not export', async () => {
  const viewer = await here.hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await viewer.signIn()
  const today = new Date(here.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  const asked = (date: string) => ({ type: 'daily', filters: { ...filters, date }, format: 'csv' }) as const

  expect(await here.zhao.refused(exportApi.create, { body: asked(today) })).toMatchObject({
    code: 40001,
    msg: '当日日报次日生成',
  })
  expect(await viewer.refused(exportApi.create, { body: asked(filters.date) })).toMatchObject({ code: 40301 })
})
