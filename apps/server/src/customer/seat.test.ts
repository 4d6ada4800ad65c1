import { type Conversation, type CustomerId, customerApi, type LogPage, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { agent, customer, customerSeat, message, relation } from '../db/schema/index.ts'
import { asChat } from '../testing/chat-world.ts'
import { openList } from '../testing/open-list.ts'
import type { Person } from '../testing/person.ts'
import { openAccount, Platform } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'

let here: World
let platform: Platform
let account: Awaited<ReturnType<typeof openAccount>>
let customerId: CustomerId

/** 小满 wrote three times; no agent has read it. */
beforeEach(async () => {
  here = await world()
  platform = new Platform(here)
  account = await openAccount(here, { entId: here.lin.entId })
  here.clock.advance(60_000)
  await say('在吗', '想定制柜子', '多少钱')
  const [row] = await here.db.sql.select().from(customer)
  customerId = row?.id as CustomerId
})

async function say(...texts: string[]): Promise<void> {
  for (const text of texts) {
    here.clock.advance(1_000)
    await platform.tell(platform.text(account, '小满', text))
    await platform.settle()
  }
}

const itemOf = async (person: Person) => {
  const { items } = await person.call(customerApi.list, { body: { scope: 3, customerIds: [customerId] } })
  return items[0]
}
const recallOf = (messageId: string) => ({
  ...platform.base(account),
  occurredAt: here.clock.now(),
  kind: 'recall' as const,
  messageId,
  by: 'customer' as const,
  peerId: '小满',
})
const chat = (person: Person) => asChat(here.address, person)

/** An open list of unassigned customers. */
const openUnassigned = (person: Person) => openList(person, { scope: 3 })

describe('reading', () => {
  test('up to a number leaves the rest unread, up to the end leaves nothing, and never goes back', async () => {
    const open = await openUnassigned(here.lin)
    expect(await itemOf(here.lin)).toMatchObject({ unread: 3, readSeq: 0, seatVersion: 0 })

    const socket = await here.lin.connect()
    socket.send({ type: 'read', chatId: 'r1', topicId: customerId, seq: 2 })
    expect(await socket.next((frame) => frame.type === 'resp')).toMatchObject({ code: 200 })
    expect(await itemOf(here.lin)).toMatchObject({ unread: 1, readSeq: 2, readInbound: 2, seatVersion: 1 })
    await open.agrees()

    await chat(here.lin).ok(`/api/chat/read/${customerId}`)
    expect(await itemOf(here.lin)).toMatchObject({ unread: 0, readSeq: 3, seatVersion: 2 })

    socket.send({ type: 'read', chatId: 'r2', topicId: customerId, seq: 1 })
    await socket.next((frame) => frame.type === 'resp' && frame.chatId === 'r2')
    expect(await itemOf(here.lin)).toMatchObject({ unread: 0, readSeq: 3, seatVersion: 2 })
    await open.agrees()

    await say('还在吗')
    expect(await itemOf(here.lin)).toMatchObject({ unread: 1 })
    await open.agrees()
  })

  test('is per agent: no other agent’s list changes or gets an event', async () => {
    const socket = await here.wei.connect()
    await socket.next((frame) => frame.type === 'nop')

    await chat(here.lin).ok(`/api/chat/read/${customerId}`)

    await socket.roundTrip()
    expect(socket.take('message')).toEqual([])
    expect(await itemOf(here.wei)).toMatchObject({ unread: 3 })
    expect(await itemOf(here.lin)).toMatchObject({ unread: 0 })
  })

  test('beyond the end reads to the end', async () => {
    const socket = await here.lin.connect()
    socket.send({ type: 'read', chatId: 'r1', topicId: customerId, seq: 99 })
    await socket.next((frame) => frame.type === 'resp')

    expect(await itemOf(here.lin)).toMatchObject({ readSeq: 3, unread: 0 })
  })

  test('messages older than the agent are not unread for them', async () => {
    const late = await (await here.hire('新人', 'agent')).signIn()
    expect(await itemOf(late)).toMatchObject({ unread: 0, readInbound: 3 })

    await say('有人吗')
    expect(await itemOf(late)).toMatchObject({ unread: 1, readInbound: 3, readSeq: 0 })

    await chat(late).ok(`/api/chat/update/${customerId}`, { sticky: true })
    expect(await itemOf(late)).toMatchObject({ unread: 1, sticky: true })
  })

  test('a recalled message is no longer unread; what was read stays read', async () => {
    const open = await openUnassigned(here.lin)
    await chat(here.wei).ok(`/api/chat/read/${customerId}`)
    const said = platform.text(account, '小满', '说错了')
    await platform.tell(said)
    await platform.settle()
    expect([await itemOf(here.lin), await itemOf(here.wei)]).toMatchObject([{ unread: 4 }, { unread: 1 }])

    await platform.tell(recallOf(said.messageId))
    await platform.settle()

    expect([await itemOf(here.lin), await itemOf(here.wei)]).toMatchObject([{ unread: 3 }, { unread: 0 }])
    await open.agrees()
    const socket = await here.lin.connect()
    socket.send({ type: 'read', chatId: 'r1', topicId: customerId, seq: 2 })
    await socket.next((frame) => frame.type === 'resp')
    expect(await itemOf(here.lin)).toMatchObject({ unread: 1 })
    await open.agrees()
  })

  test('an own message clears what was unread, for its sender alone', async () => {
    const open = await openUnassigned(here.wei)
    const content = { type: 'text', text: '在的' }
    await here.lin.call(messageApi.send, { body: { customerId, chatId: 'own-0001', content } })

    const { items } = await here.lin.call(customerApi.list, { body: { scope: 1 } })
    expect(items[0]).toMatchObject({ unread: 0 })
    expect(await here.db.sql.select().from(customerSeat)).toMatchObject([{ agentId: here.lin.id, readInbound: 3 }])
    await open.agrees()
  })
})

describe('marking', () => {
  test.each([
    ['pinned', (on: boolean) => ({ path: `/api/chat/update/${customerId}`, body: { sticky: on } }), 'sticky'],
    ['starred', (on: boolean) => ({ path: `/api/relation/${customerId}`, body: { isStar: on } }), 'isStar'],
    [
      'starred as a favourite',
      (on: boolean) => ({ path: `/api/relation/${customerId}`, body: { favorite: on } }),
      'isStar',
    ],
  ] as const)('%s and not any more, on all of one’s screens', async (_what, call, field) => {
    const open = await openUnassigned(here.lin)
    for (const on of [true, false]) {
      await chat(here.lin).ok(call(on).path, call(on).body)

      expect(await itemOf(here.lin)).toMatchObject({ [field]: on, unread: 3 })
      expect(await itemOf(here.wei)).toMatchObject({ [field]: false })
      await open.agrees()
    }
  })

  test('unread by hand shows one until it is read again', async () => {
    const open = await openUnassigned(here.lin)
    await chat(here.lin).ok(`/api/chat/read/${customerId}`)

    const marked = await chat(here.lin).ok<Conversation>(`/api/chat/unread/${customerId}`)
    expect(marked).toMatchObject({ topicId: customerId, unread: 1, lastReadSeq: 3, name: '小满', sticky: false })
    await open.agrees()

    await chat(here.lin).ok(`/api/chat/read/${customerId}`)
    expect(await itemOf(here.lin)).toMatchObject({ unread: 0, markedUnread: false })
    await open.agrees()
  })

  test('repeating a mark changes nothing and emits no event', async () => {
    const socket = await here.lin.connect()
    await socket.next((frame) => frame.type === 'nop')
    for (let n = 0; n < 2; n += 1) {
      await chat(here.lin).ok(`/api/chat/update/${customerId}`, { sticky: true })
      await chat(here.lin).ok(`/api/relation/${customerId}`, { isStar: true })
      await chat(here.lin).ok(`/api/chat/unread/${customerId}`)
    }

    await socket.roundTrip()
    expect(socket.take('message').map((frame) => frame.content.type)).toEqual(['cus_seat', 'cus_seat', 'cus_seat'])
    expect(await itemOf(here.lin)).toMatchObject({ seatVersion: 3 })
  })

  test('twenty changes at once add up', async () => {
    const lin = chat(here.lin)
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        [
          () => lin.ok(`/api/chat/read/${customerId}`),
          () => lin.ok(`/api/chat/update/${customerId}`, { sticky: true }),
          () => lin.ok(`/api/relation/${customerId}`, { isStar: true }),
          () => say(`第 ${n} 句`),
        ][n % 4]?.(),
      ),
    )
    await lin.ok(`/api/chat/read/${customerId}`)

    expect(await itemOf(here.lin)).toMatchObject({ sticky: true, isStar: true, unread: 0, inboundCount: 8 })
    expect(await here.db.sql.select().from(customerSeat)).toHaveLength(1)
  })

  test('an agent’s other relations with a customer stay what they are', async () => {
    await chat(here.lin).ok(`/api/relation/${customerId}`, { isStar: true, remark: '老客户' })

    const rows = await here.db.sql.select().from(relation).where(eq(relation.targetId, customerId))
    expect(rows.map((row) => [row.remark, row.isStar])).toEqual([['老客户', false]])
    expect(await itemOf(here.lin)).toMatchObject({ isStar: true })
  })

  test('only what is one’s own can be changed this way', async () => {
    expect(await chat(here.lin).refused(`/api/chat/update/${customerId}`, { mute: true })).toEqual([
      400,
      'only sticky can be changed',
    ])
    expect(await here.db.sql.select().from(customerSeat)).toEqual([])
  })
})

const paths = () => [
  `/api/chat/info/${customerId}`,
  `/api/chat/read/${customerId}`,
  `/api/chat/unread/${customerId}`,
  `/api/chat/sync/${customerId}`,
]

describe('whom one may not see is not there', () => {
  test('for another enterprise', async () => {
    for (const path of paths()) expect((await chat(here.rival).refused(path))[0]).toBe(404)
    expect((await chat(here.rival).refused(`/api/chat/update/${customerId}`, { sticky: true }))[0]).toBe(404)
    await chat(here.rival).ok(`/api/relation/${customerId}`, { isStar: true })
    expect(await here.db.sql.select().from(customerSeat)).toEqual([])
  })

  test('for an agent of one’s own customers only, once a colleague has them', async () => {
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))

    for (const path of paths()) expect((await chat(here.lin).refused(path))[0]).toBe(404)
    expect((await chat(here.zhao).request(`/api/chat/info/${customerId}`)).status).toBe(200)
    expect(await here.db.sql.select().from(customerSeat)).toEqual([])
  })
})

test('as a conversation a customer is what the row and the seat say', async () => {
  await chat(here.lin).ok(`/api/chat/update/${customerId}`, { sticky: true })

  const info = await chat(here.lin).ok<Conversation>(`/api/chat/info/${customerId}`)

  expect(info).toMatchObject({
    ownerId: here.lin.id,
    topicId: customerId,
    name: '小满',
    source: 'douyin',
    sticky: true,
    unread: 3,
    startSeq: 0,
    lastSeq: 3,
    lastReadSeq: 0,
    lastMessage: { type: 'text', text: '多少钱' },
    lastMessageSeq: 3,
    lastSenderId: customerId,
  })
})

async function lastTexts(person: Person) {
  const page = await chat(person).ok<LogPage>(`/api/chat/sync/${customerId}`)
  const info = await chat(person).ok<Conversation>(`/api/chat/info/${customerId}`)
  const said = page.items.find((item) => item.senderId === customerId)
  return [said?.content.text, info.lastMessage?.text]
}

test('who may not see contacts reads the raw history and the conversation without them', async () => {
  await say('我的电话是 13812345678')
  const reader = await (await here.hire('小白', ['im:viewPage'])).signIn()
  expect(await lastTexts(reader)).toEqual(['我的电话是 138****5678', '我的电话是 138****5678'])
  expect(await lastTexts(here.lin)).toEqual(['我的电话是 13812345678', '我的电话是 13812345678'])
})

test('an agent hired in the middle of a thread has only later messages unread', async () => {
  const [row] = await here.db.sql.select().from(message).where(eq(message.seq, 2))
  if (!row) throw new Error('no message')
  await here.db.sql.update(agent).set({ createdAt: row.createdAt }).where(eq(agent.id, here.wei.id))

  expect(await itemOf(here.wei)).toMatchObject({ unread: 1, readInbound: 2, seatVersion: 0 })
  await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))
  expect(await here.wei.call(customerApi.count, { query: {} })).toMatchObject({ myUnread: 1, unreadCount: 1 })
})
