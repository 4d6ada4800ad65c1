import { type AgentNotice, customerApi, type CustomerId, messageApi, noticeApi, type NoticeKind } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { addNotice, notifyAgents } from '../../customer/notify-agents.ts'
import { customerMessage, notice } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import type { Person } from '../../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'

const HOUR_MS = 3_600_000

let here: ReceptionWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  customerId = await here.write('小满', '在吗')
  await here.changeCustomer(customerId, { agentId: here.lin.id })
})

const pageOf = (person: Person, body: { kind?: NoticeKind; unread?: boolean; cursor?: string; limit?: number } = {}) =>
  person.call(noticeApi.page, { body })
const kindsOf = async (person: Person) => (await pageOf(person)).items.map(({ kind }) => kind)

const firstOf = async (person: Person): Promise<AgentNotice> => {
  const [first] = (await pageOf(person)).items
  if (!first) throw new Error('no notice')
  return first
}

const mention = (text = '@林小满 看一下') =>
  here.zhao.call(customerApi.createNote, { body: { customerId, text, mentionIds: [here.lin.id] } })

const tell = (kind: NoticeKind, cause?: string) =>
  here.db.transaction((tx) =>
    addNotice(
      tx,
      { entId: here.lin.entId },
      { kind, text: kind, to: [here.lin.id], ...(cause ? { cause } : {}) },
      here.clock.now(),
    ),
  )

const handOver = (reason: string) =>
  here.db.transaction((tx) =>
    addNotice(
      tx,
      { entId: here.lin.entId, id: customerId },
      { kind: 'handoff', text: reason, to: [here.lin.id] },
      here.clock.now(),
    ),
  )

// R175
test('a mention is kept for its agent, names customer and author, and leads to the note', async () => {
  const note = await mention('@林小满 打 13812345678')

  expect(await pageOf(here.lin)).toMatchObject({
    items: [
      {
        kind: 'mention',
        text: '@林小满 打 138****5678',
        customer: { customerId, name: '小满' },
        operatorName: '赵知远',
        subjectId: note.id,
        seq: 2,
        isRead: false,
      },
    ],
    unread: 1,
    counts: { unread: 1, mention: 1, handoff: 0, reminder: 0 },
  })
  expect(await kindsOf(here.wei)).toEqual([])
  await here.zhao.call(customerApi.removeNote, { query: { id: note.id } })
  expect(await kindsOf(here.lin)).toEqual([])
})

test('read in one tab is told to the others, and read again changes nothing', async () => {
  await mention()
  await mention('@林小满 还有')
  const other = await openWorkbench(here.lin, customerId)
  const { id } = await firstOf(here.lin)

  for (let n = 0; n < 2; n += 1) await here.lin.call(noticeApi.read, { body: { ids: [id] } })
  expect(await pageOf(here.lin, { unread: true })).toMatchObject({ items: [{ isRead: false }], unread: 1 })
  await here.lin.call(noticeApi.read, { body: { all: true } })

  expect((await pageOf(here.lin)).unread).toBe(0)
  expect((await other.events()).filter(({ type }) => type === 'notice_change')).toHaveLength(2)
})

test('全部已读 leaves unread what came after the newest notice that was shown', async () => {
  await mention()
  const { id: upTo } = await firstOf(here.lin)
  here.clock.advance(1000)
  await mention('@林小满 还有')

  await here.lin.call(noticeApi.read, { body: { all: true, upTo } })

  expect((await pageOf(here.lin, { unread: true })).items.map(({ text }) => text)).toEqual(['@林小满 还有'])
})

test('全部已读 reaches the newest also when things to do fill the first page', async () => {
  await here.changeCustomer(customerId, { handoffAt: here.clock.now() })
  await handOver('转人工：客户要求人工')
  here.clock.advance(1000)
  await mention()
  const { items, newest } = await pageOf(here.lin, { limit: 1 })
  expect(items).toMatchObject([{ kind: 'handoff' }])

  await here.lin.call(noticeApi.read, { body: { all: true, upTo: newest ?? undefined } })

  expect((await pageOf(here.lin)).unread).toBe(0)
})

test('of a customer the agent may no longer see neither name nor text is told', async () => {
  await mention()
  await here.changeCustomer(customerId, { agentId: here.wei.id })

  expect(await firstOf(here.lin)).toMatchObject({ text: null, customer: null, operatorName: null, seq: null })
})

test('a transfer is told once to the colleague', async () => {
  await here.lin.call(customerApi.redirect, { body: { customerId, agentId: here.wei.id, reason: '更专业的同事' } })

  expect(await pageOf(here.wei)).toMatchObject({
    items: [{ kind: 'transferred', text: '更专业的同事', operatorName: '林小满', customer: { name: '小满' } }],
  })
  expect(await kindsOf(here.lin)).toEqual([])
})

test('one cause at once on several nodes is one notice and one hint', async () => {
  const hint = {
    hintType: 'queue_full',
    text: '满',
    level: 'warn',
    to: [here.lin.id, here.wei.id],
    cause: 'x',
  } as const
  const about = { entId: here.lin.entId }

  await Promise.all([1, 2, 3].map(() => here.db.transaction((tx) => notifyAgents(tx, about, hint, here.clock.now()))))

  expect(await here.db.sql.select().from(notice)).toHaveLength(2)
  expect((await here.hints('queue_full')).flatMap(({ to }) => to).toSorted()).toEqual([...hint.to].toSorted())
})

test('what needs doing comes first, page by page, and goes when a person has answered', async () => {
  await here.changeCustomer(customerId, { handoffAt: here.clock.now() })
  await handOver('转人工：客户要求人工')
  for (const cause of ['1', '2', '3']) await tell('queue_full', cause)

  const first = await pageOf(here.lin, { limit: 2 })
  const rest = await pageOf(here.lin, { limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...rest.items].map(({ kind }) => kind)).toEqual([
    'handoff',
    ...Array.from({ length: 3 }, () => 'queue_full'),
  ])
  expect(rest.nextCursor).toBeNull()
  expect(first.counts).toMatchObject({ unread: 4, handoff: 1 })

  await here.lin.call(messageApi.send, {
    body: { customerId, chatId: '00000001', content: { type: 'text', text: '您好' } },
  })
  expect(await pageOf(here.lin)).toMatchObject({ counts: { unread: 3, handoff: 0 } })
  expect(await here.lin.refused(noticeApi.page, { body: { cursor: 'zz' } })).toMatchObject({ code: 40001 })
})

test('handed over again, the customer is there once, with the reason of today', async () => {
  await here.changeCustomer(customerId, { handoffAt: here.clock.now() })
  await handOver('周一的原因')
  here.clock.advance(72 * HOUR_MS)
  await here.changeCustomer(customerId, { handoffAt: here.clock.now() })
  await handOver('周四的原因')

  expect(await pageOf(here.lin)).toMatchObject({ items: [{ text: '周四的原因' }], counts: { handoff: 1 } })
})

test('a message that failed is the owner’s to send again, until a person writes another one', async () => {
  const { entId, id: agentId } = here.lin
  const write = (person: Person, chatId: string) =>
    person.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text: '您好' } } })
  const { id: subjectId } = await write(here.lin, '00000001')
  await here.db.sql
    .update(customerMessage)
    .set({ status: 2, failKind: 'refused' })
    .where(eq(customerMessage.id, subjectId))
  const failure = { kind: 'send_failed', text: '会话已关闭', subjectId, to: [agentId] } as const
  await here.db.transaction((tx) => addNotice(tx, { entId, id: customerId }, failure, here.clock.now()))
  expect((await pageOf(here.lin)).items).toMatchObject([{ kind: 'send_failed', canResend: true }])

  await here.lin.call(customerApi.redirect, { body: { customerId, agentId: here.wei.id, reason: '更专业的同事' } })
  expect([await kindsOf(here.lin), await kindsOf(here.wei)]).toEqual([[], ['send_failed', 'transferred']])

  await write(here.wei, '00000002')
  expect(await kindsOf(here.wei)).toEqual(['transferred'])
})

test('a reminder stays until it is done; postponed it asks again at its time', async () => {
  const { id } = await here.lin.call(customerApi.createReminder, {
    body: { customerId, remindAt: new Date(here.clock.now().getTime() + HOUR_MS).toISOString(), note: '报价' },
  })
  here.clock.advance(HOUR_MS)
  await here.reception.work.reminders.run()
  const due = await firstOf(here.lin)
  expect(due).toMatchObject({ kind: 'reminder_due', text: '报价', subjectId: id, customer: { customerId } })
  await here.lin.call(noticeApi.read, { body: { all: true } })
  expect(await pageOf(here.lin)).toMatchObject({ unread: 0, counts: { reminder: 1 } })

  const at = (ms: number) => new Date(here.clock.now().getTime() + ms).toISOString()
  const past = { body: { id: due.id, remindAt: at(0) } }
  expect(await here.lin.refused(noticeApi.postpone, past)).toMatchObject({ msg: '提醒时间必须晚于现在' })
  await here.lin.call(noticeApi.postpone, { body: { id: due.id, remindAt: at(HOUR_MS) } })
  expect(await kindsOf(here.lin)).toEqual([])

  here.clock.advance(HOUR_MS)
  await here.reception.work.reminders.run()
  expect(await firstOf(here.lin)).toMatchObject({ kind: 'reminder_due', isRead: false })
  await here.lin.call(customerApi.removeReminder, { query: { id } })
  expect(await kindsOf(here.lin)).toEqual([])
})

test('a new lead is told to the owner with its number masked', async () => {
  await here.write('小满', '我电话 13812345678')

  expect(await pageOf(here.lin)).toMatchObject({
    items: [{ kind: 'lead_new', text: '客户留下了手机号 138****5678', customer: { customerId } }],
  })
})

const housekeep = async () => {
  await runHousekeeping(here.db, here.clock.now(), readConfig({}))
  const left = await here.db.sql.select({ text: notice.text }).from(notice).where(eq(notice.agentId, here.lin.id))
  return left.map(({ text }) => text)
}

test('notices are kept 90 days', async () => {
  await tell('daily_report', '91 days')
  here.clock.advance(2 * 24 * HOUR_MS)
  await tell('queue_full', '89 days')
  here.clock.advance(89 * 24 * HOUR_MS)

  expect(await housekeep()).toEqual(['queue_full'])
})

test('of the notices of an agent the newest thousand are kept', async () => {
  const { entId, id: agentId } = here.lin
  await here.db.sql.execute(sql`insert into notice (ent_id, id, agent_id, kind, cause, text, created_at)
    select ${entId}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${agentId}, 'automation', n::text, n::text,
      ${here.clock.now().toISOString()} from generate_series(1, 1002) n`)

  const left = await housekeep()

  expect(left).toHaveLength(1000)
  expect(left).not.toContain('2')
})

test('another agent’s and another enterprise’s notices look absent', async () => {
  await mention()
  const { id } = await firstOf(here.lin)
  const remindAt = new Date(here.clock.now().getTime() + HOUR_MS).toISOString()
  const absent = { code: 40401, msg: '通知不存在或已删除' }

  expect(await here.wei.refused(noticeApi.read, { body: { ids: [id] } })).toMatchObject(absent)
  expect(await absentForRival(here.rival, noticeApi.read, { body: { ids: [id] } })).toMatchObject(absent)
  expect(await absentForRival(here.rival, noticeApi.postpone, { body: { id, remindAt } })).toMatchObject(absent)
  // Of reminders alone.
  expect(await here.lin.refused(noticeApi.postpone, { body: { id, remindAt } })).toMatchObject(absent)
  expect((await pageOf(here.lin)).unread).toBe(1)
})
