import { type Content, type CustomerId, type CustomerMessage, messageApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { append } from '../customer/customer-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import { storeRecall } from '../customer/recall.ts'
import { workbenchWorld } from '../testing/workbench-world.ts'

/** A customer with a long thread, and replies of Lin that quote from it. */
async function quotingWorld() {
  const here = await workbenchWorld()
  const { lin, platform, account } = here
  const customerId: CustomerId = await here.write('小满', '第一句')
  await platform.tell(...Array.from({ length: 60 }, (_, n) => platform.text(account, '小满', `第 ${n} 句`)))
  await platform.settle()
  const say = (content: Content) =>
    here.db.transaction(async (tx) => {
      const now = here.clock.now()
      const change = (await lockCustomer(tx.sql, here.zhao.entId, customerId))!
      const added = append(change, { senderKind: 'human', agentId: lin.id, content }, now)
      await here.reception.writer.commit(tx, [change], now)
      return added
    })
  const list = (body: object = {}, person = lin) =>
    person.call(messageApi.list, { body: { customerId, limit: 10, ...body } })
  return { ...here, customerId, say, list }
}

const textsOf = (messages: CustomerMessage[] = []) => messages.map(({ content }) => content.text ?? content.type)

test('a page comes with what its messages quote from outside of it, however far up', async () => {
  const { lin, customerId, say, list } = await quotingWorld()
  const [first] = (await list({ afterSeq: 0, limit: 1 })).items
  expect((await list()).quotes).toBeUndefined()

  const near = await say({ type: 'text', text: '在的' })
  await say({ type: 'text', text: '这条吗', reply: first!.chatId })
  await say({ type: 'text', text: '也回复了', reply: near.chatId })
  await say({ type: 'text', text: '已删除的', reply: 'chat-of-nobody' })

  const { quotes } = await list()
  expect(quotes).toEqual([first])
  const located = await lin.call(messageApi.locate, { body: { customerId, seq: near.seq } })
  expect(textsOf(located.quotes)).toEqual(['第一句'])
  expect((await list({ limit: 100 })).quotes).toBeUndefined()
})

test('a quoted message is shown as it is now: recalled, and masked for who may not see contacts', async () => {
  const { db, clock, zhao, reception, hire, customerId, say, list } = await quotingWorld()
  const masked = await (await hire('遮挡', ['im:viewPage'])).signIn()
  const contact = await say({ type: 'text', text: '打 13800001234' })
  for (let n = 0; n < 10; n += 1) await say({ type: 'text', text: '在吗' })
  await say({ type: 'text', text: '刚才那个', reply: contact.chatId })

  expect(textsOf((await list({}, masked)).quotes)).toEqual(['打 138****1234'])
  expect(textsOf((await list()).quotes)).toEqual(['打 13800001234'])
  await db.transaction(async (tx) => {
    const change = (await lockCustomer(tx.sql, zhao.entId, customerId))!
    const key = { entId: zhao.entId, customerId, isRead: false }
    await storeRecall(tx.sql, change, { ...contact, ...key }, null, clock.now())
    await reception.writer.commit(tx, [change], clock.now())
  })
  expect(textsOf((await list()).quotes)).toEqual(['recalled'])
})
