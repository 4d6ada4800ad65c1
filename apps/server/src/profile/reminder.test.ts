import { readFile } from 'node:fs/promises'
import { customerApi, type CustomerId, noticeApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { customer, customerReminder } from '../db/schema/index.ts'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../testing/workbench-world.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

const HOUR_MS = 3_600_000
const MIGRATION = new URL('../db/migrations/0082_notice.sql', import.meta.url)

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '在吗')
})

const inHours = (hours: number) => new Date(here.clock.now().getTime() + hours * HOUR_MS).toISOString()

const remind = (hours: number, note = '') =>
  here.lin.call(customerApi.createReminder, { body: { customerId, remindAt: inHours(hours), note } })

const ownReminders = async (person = here.lin) =>
  (await person.call(customerApi.detail, { query: { customerId } })).reminders

test('an agent’s reminders are their own, the soonest first', async () => {
  const later = await remind(2, '报价')
  const sooner = await remind(1)

  expect(await ownReminders()).toEqual([sooner, later])
  expect(await ownReminders(here.wei)).toEqual([])
})

test('a due reminder is sent once to its creator, also with several workers', async () => {
  await remind(1, '报价')
  await remind(3)
  const [lins, weis] = [await openWorkbench(here.lin, customerId), await openWorkbench(here.wei, customerId)]
  expect(await here.reception.work.reminders.run()).toBe(false)
  expect(await lins.events()).toEqual([])

  here.clock.advance(HOUR_MS)
  await Promise.all([1, 2, 3].map(() => here.reception.work.reminders.run()))
  await here.reception.work.reminders.run()

  expect(await lins.events()).toMatchObject([
    { type: 'hint', hintType: 'reminder_due', customerId, text: '该跟进 小满 了：报价' },
  ])
  expect(await weis.events()).toEqual([])
  // A due one stays until it is done.
  expect(await ownReminders()).toHaveLength(2)
})

test('a creator who may not see the customer gets no hint, and finds the reminder when the customer is back', async () => {
  await remind(1)
  const screen = await openWorkbench(here.lin, customerId)
  await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))

  here.clock.advance(HOUR_MS)
  await here.reception.work.reminders.run()
  expect((await screen.events()).filter(({ type }) => type === 'hint')).toEqual([])

  await here.db.sql.update(customer).set({ agentId: here.lin.id }).where(eq(customer.id, customerId))
  expect((await here.lin.call(noticeApi.page, { body: {} })).items).toMatchObject([
    { kind: 'reminder_due', customer: { customerId } },
  ])
})

test('of the reminders that fired before 通知中心 existed those of the last day fire again', async () => {
  await remind(1, '前天')
  await remind(2, '刚才')
  const { sql } = here.db
  const firedAt = (note: string, hours: number) =>
    sql
      .update(customerReminder)
      .set({ firedAt: new Date(Date.now() - hours * HOUR_MS) })
      .where(eq(customerReminder.note, note))
  await firedAt('前天', 48)
  await firedAt('刚才', 1)

  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  for (const statement of statements.slice(-2)) await here.db.pool.query(statement)

  expect(await sql.select().from(customerReminder)).toMatchObject([{ note: '刚才', firedAt: null }])
})

test('the past is no time for a reminder, and twenty of a customer are enough', async () => {
  expect(
    await here.lin.refused(customerApi.createReminder, { body: { customerId, remindAt: inHours(0) } }),
  ).toMatchObject({ code: 42200, msg: '提醒时间必须晚于现在' })
  await Promise.all(Array.from({ length: 20 }, (_, n) => remind(n + 1)))

  expect(
    await here.lin.refused(customerApi.createReminder, { body: { customerId, remindAt: inHours(30) } }),
  ).toMatchObject({ code: 42200, msg: '每位客户最多 20 个提醒' })
  expect(await ownReminders()).toHaveLength(20)
})

test('a reminder is taken back by its agent alone, and another enterprise’s looks absent', async () => {
  const { id } = await remind(1)
  const absent = { code: 40401, msg: '提醒不存在或已删除' }

  expect(await here.wei.refused(customerApi.removeReminder, { query: { id } })).toMatchObject(absent)
  expect(await absentForRival(here.rival, customerApi.removeReminder, { query: { id } })).toMatchObject(absent)
  expect(
    await absentForRival(here.rival, customerApi.createReminder, { body: { customerId, remindAt: inHours(1) } }),
  ).toMatchObject({ code: 40401, msg: '客户不存在或已删除' })
  await here.lin.call(customerApi.removeReminder, { query: { id } })

  expect(await ownReminders()).toEqual([])
  expect(await here.lin.refused(customerApi.removeReminder, { query: { id } })).toMatchObject(absent)
})
