import { type CustomerId, customerApi, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { SEND_BURST } from '../chat/message/pace.ts'
import { customer, message, outbox } from '../db/schema/index.ts'
import { channelWorld, type ChannelWorld } from '../testing/channel-world.ts'
import { ChatPerson } from '../testing/chat-person.ts'
import { asChat } from '../testing/chat-world.ts'
import type { Person } from '../testing/person.ts'
import { Platform } from '../testing/platform.ts'

let here: ChannelWorld
let platform: Platform
let account: { entId: Person['entId']; id: never; platformId: string; source: 'douyin' }
let customerId: CustomerId

beforeEach(async () => {
  here = await channelWorld()
  platform = new Platform(here)
  const relationId = await here.bindDouyin(here.zhao, 'dy-1')
  account = { entId: here.zhao.entId, id: relationId as never, platformId: 'dy-1', source: 'douyin' }
  await say('在吗')
  const [row] = await here.db.sql.select().from(customer)
  customerId = row?.id as CustomerId
})

async function say(text: string): Promise<void> {
  await platform.tell(platform.text(account, '小满', text))
  await platform.settle()
}

type SentMessage = { chatId: string; content: object }
const words = (text: string, chatId = 'chat-001'): SentMessage => ({ chatId, content: { type: 'text', text } })

/** The answers to a send by socket and by HTTP. */
const bySocket = async (person: Person, { chatId, content }: SentMessage) => {
  const socket = await person.connect()
  socket.send({ type: 'chat', chatId, topicId: customerId, content })
  return (await socket.next((frame) => frame.type === 'resp' && frame.chatId === chatId)) as never as Told
}
const byCall = async (person: ChatPerson, sent: SentMessage): Promise<Told> => {
  const { status, body } = await person.request(`/api/chat/send/${customerId}`, sent)
  return { code: status, message: (body as { error?: string }).error ?? '' }
}
type Told = { code: number; message?: string; seq?: number }

const thread = () => here.db.sql.select().from(message).where(eq(message.topicId, customerId)).orderBy(message.seq)
const texts = async () => (await thread()).map(({ content }) => content.text ?? content.type)

test('what an agent sends by the chat socket goes the workbench’s way, once', async () => {
  const told = await bySocket(here.lin, words('您好'))
  expect(told).toMatchObject({ code: 200 })
  expect(await bySocket(here.lin, words('您好'))).toMatchObject({ code: 200, seq: told.seq })

  const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
  expect(items.filter((item) => item.senderKind === 'human')).toMatchObject([
    { chatId: 'chat-001', seq: told.seq, content: { text: '您好' }, status: 0 },
  ])
  expect(await here.db.sql.select().from(outbox)).toHaveLength(1)
  const [row] = await here.db.sql.select().from(customer)
  expect(row).toMatchObject({ agentId: here.lin.id, lastSeq: (await thread()).at(-1)?.seq })
  // The thread's numbers are still the customer's own.
  await say('多少钱')
  expect((await texts()).at(-1)).toBe('多少钱')
})

test('what is sent first is stored first', async () => {
  const socket = await here.lin.connect()
  for (let n = 0; n < 4; n += 1)
    socket.send({ type: 'chat', topicId: customerId, ...words(`第 ${n} 句`, `chat-00${n}`) })
  for (let n = 0; n < 4; n += 1) await socket.next((frame) => frame.type === 'resp' && frame.chatId === `chat-00${n}`)

  expect((await texts()).filter((text) => text?.startsWith('第'))).toEqual(['第 0 句', '第 1 句', '第 2 句', '第 3 句'])
})

test('whoever may not answer the customer is refused, and nothing changes', async () => {
  await here.lin.call(customerApi.receive, { body: { customerId } })
  const before = await texts()
  const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()
  const other = await (await here.hire('不看', ['tag:viewPage'])).signIn()
  const user = await ChatPerson.register(here.address, 'somebody@example.com')

  expect(await bySocket(here.zhao, words('我来'))).toMatchObject({
    code: 403,
    message: '已被 林小满 接待，您的回复未发送',
  })
  expect(await bySocket(reader, words('我来'))).toMatchObject({ code: 403 })
  expect(await bySocket(other, words('我来'))).toMatchObject({ code: 404 })
  expect(await bySocket(here.wei, words('我来'))).toMatchObject({ code: 403 })
  expect(await bySocket(here.rival, words('我来'))).toMatchObject({ code: 404 })
  for (const each of [user, asChat(here.address, here.rival)]) {
    expect(await byCall(each, words('我来', 'chat-009'))).toMatchObject({ code: 404 })
  }
  expect(await byCall(asChat(here.address, here.wei), words('我来', 'chat-009'))).toMatchObject({ code: 403 })
  expect(await texts()).toEqual(before)
  expect(await here.db.sql.select().from(outbox)).toEqual([])
})

test('a message beyond the sender’s pace is refused as too fast, and stored as none', async () => {
  const before = await texts()
  const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()
  for (const person of [here.lin, reader]) {
    const socket = await person.connect()
    for (let n = 0; n < SEND_BURST; n += 1)
      socket.send({ type: 'chat', topicId: 'f'.repeat(32), ...words('x', `chat-0${n}`) })
    await socket.roundTrip()
  }

  expect(await bySocket(here.lin, words('您好'))).toMatchObject({ code: 429, message: 'too fast' })
  expect(await bySocket(reader, words('您好'))).toMatchObject({ code: 403 })
  expect(await texts()).toEqual(before)
})

test('what is no message to a customer is refused: control messages, unknown kinds, bad names', async () => {
  await bySocket(here.lin, words('您好'))
  const before = await texts()

  for (const content of [
    { type: 'recall', text: 'chat-001' },
    { type: 'update.extra', text: 'chat-001', extra: { a: '1' } },
    { type: 'text', text: ' ' },
    { type: 'thing', text: '甲' },
  ]) {
    expect((await bySocket(here.lin, { chatId: 'chat-002', content })).code).toBe(403)
  }
  expect((await bySocket(here.lin, words('甲', 'short'))).code).toBe(400)
  expect(await texts()).toEqual(before)
})
