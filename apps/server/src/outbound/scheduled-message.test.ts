import { bannedWordApi, customerApi, messageApi, scheduledMessageApi, type ScheduledMessageId } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { agent, bannedWordHit, enterprise, scheduledMessage } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'
import type { Person } from '../testing/person.ts'
import { startNode } from '../testing/start-node.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { walkScheduled } from './scheduled-message.repo.ts'

const HOUR_MS = 3_600_000
const LOCK_WAITS = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

let out: OutboundWorld
let here: OutboundWorld['here']
let customerId: OutboundWorld['customerId']

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here, customerId } = out)
})

const inHours = (hours: number) => new Date(here.clock.now().getTime() + hours * HOUR_MS).toISOString()

const schedule = (text: string, hours = 1, more: { keepOnReply?: boolean; confirmWarn?: boolean } = {}) =>
  here.lin.call(scheduledMessageApi.create, { body: { customerId, text, sendAt: inHours(hours), ...more } })

const refusedAt = (hours: number, text = '明天联系您') =>
  here.lin.refused(scheduledMessageApi.create, { body: { customerId, text, sendAt: inHours(hours) } })

/** Text, state and reason of what has not been sent. */
const unsent = async (person: Person = here.lin) =>
  (await person.call(customerApi.detail, { query: { customerId } })).scheduled.map((it) => [
    it.text,
    it.state,
    it.reason,
  ])

/** One round of the worker, and of the one that sends. */
async function work(node: { reception: OutboundWorld['here']['reception'] } = here) {
  await node.reception.work.scheduledMessages.run()
  await out.work(node)
}

const write = async (text: string) => {
  await out.platform.tell(out.platform.text(out.account, '小满', text))
  await out.platform.settle()
}

// R174
describe('at its time', () => {
  test('it goes out once as an ordinary message of its writer and receives the customer, on every open screen', async () => {
    const screen = await openWorkbench(here.lin, customerId)
    const { id } = await schedule('明早九点的方案', 1)
    await work()
    expect([out.arrived, await unsent()]).toEqual([[], [['明早九点的方案', 'waiting', '']]])

    here.clock.advance(HOUR_MS)
    const second = await startNode(here.databaseUrl, here.clock, undefined, { openSources: () => here.platform })
    try {
      await Promise.all([work(), work(second), work()])
    } finally {
      await second.close()
    }
    await work()

    expect([out.arrived, await unsent()]).toEqual([['明早九点的方案'], []])
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.at(-1)).toMatchObject({ chatId: id, senderId: here.lin.id, status: 1 })
    expect(await here.lin.call(customerApi.detail, { query: { customerId } })).toMatchObject({ agentId: here.lin.id })
    await screen.agrees()
    const told = (await screen.events()).filter(({ type }) => type === 'scheduled_message_change')
    expect(told).toHaveLength(2)
  })

  test('asked for again under its id, at once or after a lost answer, it is one message with the text of the last', async () => {
    const id = newId<ScheduledMessageId>(here.clock.now())
    const ask = (text: string) =>
      here.lin.request(scheduledMessageApi.create, { body: { id, customerId, text, sendAt: inHours(1) } })
    const answers = await Promise.all([ask('方案'), ask('方案')])
    expect(answers.map(({ code }) => code)).toEqual([1, 1])
    await ask('新方案')
    expect(await unsent()).toEqual([['新方案', 'waiting', '']])
    const body = { id, customerId, text: '我来', sendAt: inHours(1) }
    expect(await here.zhao.refused(scheduledMessageApi.create, { body })).toMatchObject({
      msg: '只能操作自己的稍后发送消息',
    })

    here.clock.advance(HOUR_MS)
    await work()
    expect(await here.lin.refused(scheduledMessageApi.create, { body: { ...body, sendAt: inHours(1) } })).toMatchObject(
      {
        msg: '这条消息已发送',
      },
    )
    expect([out.arrived, await unsent()]).toEqual([['新方案'], []])
  })

  test('a worker that dies before the commit leaves it waiting; the next one sends it', async () => {
    await schedule('方案')
    here.clock.advance(HOUR_MS)
    await here.db.sql.execute(sql`create function fail_once() returns trigger language plpgsql as $$
      begin raise exception 'the node dies here'; end $$`)
    await here.db.sql.execute(
      sql`create trigger dies before insert on outbox for each row execute function fail_once()`,
    )
    try {
      await work()
      expect([out.arrived, await unsent(), await out.states()]).toEqual([[], [['方案', 'waiting', '']], []])
    } finally {
      await here.db.sql.execute(sql`drop trigger dies on outbox`)
      await here.db.sql.execute(sql`drop function fail_once`)
    }
    await work()

    expect([out.arrived, await unsent()]).toEqual([['方案'], []])
  })

  test('the guard decides then: a word that was banned meanwhile keeps it from the customer, and its writer is told', async () => {
    const screen = await openWorkbench(here.lin, customerId)
    await schedule('我们做全屋定制')
    await here.zhao.call(bannedWordApi.create, { body: { word: '全屋定制' } })
    here.clock.advance(HOUR_MS)
    await work()

    expect(out.arrived).toEqual([])
    expect(await here.db.sql.select({ agentId: bannedWordHit.agentId }).from(bannedWordHit)).toEqual([
      { agentId: here.lin.id },
    ])
    expect(await unsent()).toMatchObject([['我们做全屋定制', 'failed', expect.stringMatching(/./)]])
    expect((await screen.events()).filter(({ type }) => type === 'hint')).toMatchObject([
      { hintType: 'scheduled_stopped', customerId, text: expect.stringMatching(/^给 小满 的稍后发送未发出：/) },
    ])
  })

  test('nobody has read by it: what the customer wrote stays unread, and the conversation first until a person answers', async () => {
    const state = async () => {
      const { unread, returnedAt } = await here.lin.call(customerApi.detail, { query: { customerId } })
      return { unread, isBack: returnedAt !== null }
    }
    await here.lin.call(customerApi.receive, { body: { customerId } })
    await schedule('早上好', 3, { keepOnReply: true })
    await here.lin.call(customerApi.postpone, { body: { customerId, until: inHours(9) } })
    await write('考虑好了')
    here.clock.advance(3 * HOUR_MS)
    await work()
    expect([out.arrived, await state()]).toEqual([['早上好'], { unread: 2, isBack: true }])

    await out.send(here.lin, '我看一下', 'chat-001')
    expect(await state()).toEqual({ unread: 0, isBack: false })
  })

  // R170
  test('of a suspended enterprise nothing is sent, and after it only what is not late', async () => {
    const suspend = (suspendedAt: Date | null) =>
      here.db.sql.update(enterprise).set({ suspendedAt }).where(eq(enterprise.id, here.lin.entId))
    await schedule('一', 1)
    await schedule('二', 1.5)
    await suspend(here.clock.now())
    here.clock.advance(1.6 * HOUR_MS)
    await work()
    expect(out.arrived).toEqual([])

    await suspend(null)
    await work()

    expect(out.arrived).toEqual(['二'])
    expect(await unsent()).toMatchObject([['一', 'failed', expect.stringMatching(/./)]])
  })

  test('of an enterprise that is suspended at this moment it waits', async () => {
    await schedule('一')
    here.clock.advance(HOUR_MS)

    const { running } = await here.db.transaction(async (tx) => {
      await tx.sql.execute(sql`select from customer where id = ${customerId} for update`)
      const begun = here.reception.work.scheduledMessages.run()
      await vi.waitFor(async () => expect((await here.db.pool.query(LOCK_WAITS)).rowCount).toBe(1))
      await tx.sql.update(enterprise).set({ suspendedAt: here.clock.now() }).where(eq(enterprise.id, here.lin.entId))
      return { running: begun }
    })
    await running

    expect(await unsent()).toEqual([['一', 'waiting', '']])
  })

  test('after an outage it is sent up to ten minutes late, not later', async () => {
    await schedule('一', 1)
    await schedule('二', 1.5)
    here.clock.advance(1.6 * HOUR_MS)
    await work()

    expect(out.arrived).toEqual(['二'])
    expect(await unsent()).toEqual([['一', 'failed', '服务中断错过了发送时间，未发送']])
  })
})

describe('before its time', () => {
  test('the customer’s next message stops it, unless it is kept', async () => {
    await schedule('还在考虑吗')
    await schedule('周五见', 2, { keepOnReply: true })
    await write('不用了')
    await work()
    expect(await unsent()).toEqual([
      ['还在考虑吗', 'stopped', '客户已回复，未发送'],
      ['周五见', 'waiting', ''],
    ])
    here.clock.advance(2 * HOUR_MS)
    await work()

    expect(out.arrived).toEqual(['周五见'])
  })

  test('all that wait are looked through piece by piece', async () => {
    await schedule('还在考虑吗')
    // Ids of one moment are in no order.
    here.clock.advance(1)
    await schedule('周五见', 2, { keepOnReply: true })
    await write('不用了')

    const [first] = await walkScheduled(here.db.sql, undefined, 1)
    const [second] = await walkScheduled(here.db.sql, first, 1)
    expect([first?.isStopped, second?.isStopped]).toEqual([true, false])
    expect(await walkScheduled(here.db.sql, second, 1)).toEqual([])
  })

  test('a message that arrives at the same moment is seen first', async () => {
    await schedule('还在考虑吗')
    here.clock.advance(HOUR_MS)
    await out.platform.tell(out.platform.text(out.account, '小满', '不用了'))
    await Promise.all([out.platform.settle(), work()])
    await work()

    const isSent = out.arrived.length === 1
    expect(await unsent()).toEqual(isSent ? [] : [['还在考虑吗', 'stopped', '客户已回复，未发送']])
  })

  test('transferred or released it is not sent; its writer is told, also without seeing the customer any more', async () => {
    await here.lin.call(customerApi.receive, { body: { customerId } })
    await schedule('方案')
    const screen = await openWorkbench(here.lin, customerId)
    await here.lin.call(customerApi.redirect, { body: { customerId, agentId: here.wei.id, reason: '更专业的同事' } })
    await work()
    expect(await unsent(here.zhao)).toEqual([['方案', 'stopped', '客户已由 卫青禾 接待，未发送']])
    expect((await screen.events()).filter(({ type }) => type === 'hint')).toMatchObject([
      { hintType: 'scheduled_stopped', customerId: null },
    ])

    await here.wei.call(scheduledMessageApi.create, { body: { customerId, text: '报价', sendAt: inHours(1) } })
    await here.wei.call(customerApi.release, { body: { customerId } })
    await work()
    expect(await unsent(here.wei)).toContainEqual(['报价', 'stopped', '客户已被释放，未发送'])
    here.clock.advance(HOUR_MS)
    await work()
    expect(out.arrived).toEqual([])
  })

  test('written while nobody had the customer it is not sent after its writer has received and released them', async () => {
    await schedule('方案')
    await here.lin.call(customerApi.receive, { body: { customerId } })
    await here.lin.call(customerApi.release, { body: { customerId } })
    await work()

    expect(await unsent()).toEqual([['方案', 'stopped', '客户已被释放，未发送']])
  })

  test('a writer who was disabled sends nothing', async () => {
    await schedule('方案')
    await here.db.sql.update(agent).set({ enabled: false }).where(eq(agent.id, here.lin.id))
    here.clock.advance(HOUR_MS)
    await work()

    expect(await unsent(here.zhao)).toEqual([['方案', 'failed', '撰写人已停用或无权回复该客户，未发送']])
  })

  test('its writer edits it, brings a stopped one back, sends it at once and deletes it; a colleague does not', async () => {
    const { id } = await schedule('还在考虑吗')
    await write('在想')
    await work()
    const changed = { id, text: '想好了吗', sendAt: inHours(2), keepOnReply: true }
    expect(await here.zhao.refused(scheduledMessageApi.update, { body: changed })).toMatchObject({ code: 42200 })
    expect(await here.lin.call(scheduledMessageApi.update, { body: changed })).toMatchObject({
      text: '想好了吗',
      state: 'waiting',
      reason: '',
    })

    await here.lin.call(scheduledMessageApi.send, { body: { id } })
    expect(await here.lin.refused(scheduledMessageApi.send, { body: { id } })).toMatchObject({ code: 40401 })
    await out.work()
    expect(out.arrived).toEqual(['想好了吗'])

    const other = await schedule('再见')
    await here.lin.call(scheduledMessageApi.remove, { query: { id: other.id } })
    expect(await here.lin.refused(scheduledMessageApi.update, { body: { ...changed, id: other.id } })).toMatchObject({
      code: 40401,
      msg: '稍后发送的消息不存在或已删除',
    })
    expect(await unsent()).toEqual([])
  })

  test('a confirmed warning does not confirm a word that is listed later', async () => {
    const texts = ['我们是最好的', '我们是最好的全屋定制']
    for (const text of texts) await schedule(text, 1, { confirmWarn: true })
    await here.zhao.call(bannedWordApi.create, { body: { word: '全屋定制', level: 'warn' } })
    here.clock.advance(HOUR_MS)
    await work()
    await out.work()

    expect(out.arrived).toEqual([texts[0]])
    expect(await unsent()).toMatchObject([[texts[1], 'failed', expect.stringMatching(/./)]])
  })

  test('a confirmed warning is sent and leaves its entry', async () => {
    const warned = { customerId, text: '我们是最好的', sendAt: inHours(1) }
    expect(await here.lin.refused(scheduledMessageApi.create, { body: warned })).toMatchObject({
      code: 42201,
      data: { canConfirm: true },
    })
    const { id } = await here.lin.call(scheduledMessageApi.create, { body: { ...warned, confirmWarn: true } })
    expect(await here.lin.refused(scheduledMessageApi.send, { body: { id } })).toMatchObject({ code: 42201 })
    await here.lin.call(scheduledMessageApi.send, { body: { id, confirmWarn: true } })

    expect(await auditEntries(here.db, scheduledMessageApi.send)).toHaveLength(1)
  })
})

describe('what may not', () => {
  test('the past, beyond the platform’s reply window, contact details, and more than ten', async () => {
    expect(await refusedAt(0)).toMatchObject({ code: 42200, msg: '发送时间必须晚于现在' })
    expect(await refusedAt(24)).toMatchObject({ code: 42200, msg: expect.stringMatching(/^平台仅允许在 .+ 前回复/) })
    expect(await refusedAt(1, '加我微信 abc12345')).toMatchObject({ code: 42201 })
    expect(await unsent()).toEqual([])

    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        here.lin.request(scheduledMessageApi.create, { body: { customerId, text: `第 ${n} 条`, sendAt: inHours(1) } }),
      ),
    )
    expect(asked.filter(({ code }) => code === 1)).toHaveLength(10)
    expect(await refusedAt(1)).toMatchObject({ msg: '每位客户最多 10 条稍后发送的消息' })
  })

  test('a colleague’s customer, and another enterprise’s', async () => {
    const { id } = await schedule('方案')
    const fields = { text: '我来', sendAt: inHours(1) }
    const query = { id }
    await absentForRival(here.rival, scheduledMessageApi.create, { body: { customerId, ...fields } })
    await absentForRival(here.rival, scheduledMessageApi.update, { body: { id, ...fields } })
    await absentForRival(here.rival, scheduledMessageApi.send, { body: { id } })
    await absentForRival(here.rival, scheduledMessageApi.remove, { query })

    await here.lin.call(customerApi.receive, { body: { customerId } })
    expect(await here.wei.refused(scheduledMessageApi.create, { body: { customerId, ...fields } })).toMatchObject({
      code: 40901,
      msg: '已被 林小满 接待，您的回复未发送',
    })
    expect(await here.zhao.refused(scheduledMessageApi.remove, { query: { id } })).toMatchObject({
      msg: '只能操作自己的稍后发送消息',
    })
    expect(await here.db.sql.select().from(scheduledMessage)).toHaveLength(1)
  })
})
