import { customerApi, type CustomerId, type MessageId, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer, messageFeedback } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../testing/workbench-world.ts'
import { append } from '../customer/customer-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '第一句')
})

const seqs = (items: { seq: number }[]) => [items[0]?.seq, items.at(-1)?.seq, items.length]

/** Many short messages at once, each by the customer. */
async function talk(count: number) {
  const { platform, account } = here
  await platform.tell(...Array.from({ length: count }, (_, n) => platform.text(account, '小满', `第 ${n} 句`)))
  await platform.settle()
}

/** Appends an answer of the AI. */
const sayAsAi = (text: string): Promise<MessageId> =>
  here.db.transaction(async (tx) => {
    const now = here.clock.now()
    const change = (await lockCustomer(tx.sql, here.zhao.entId, customerId))!
    const { id } = append(change, { senderKind: 'ai', content: { type: 'text', text } }, now)
    await here.reception.writer.commit(tx, [change], now)
    return id
  })

describe('locating a message', () => {
  test('brings twenty-five on either side, by its id or its number', async () => {
    await talk(80)
    const { items } = await here.lin.call(messageApi.list, { body: { customerId, afterSeq: 39, limit: 1 } })

    const byId = await here.lin.call(messageApi.locate, { body: { customerId, messageId: items[0]!.id } })
    const bySeq = await here.lin.call(messageApi.locate, { body: { customerId, seq: 40 } })

    expect(byId).toEqual(bySeq)
    expect(byId).toMatchObject({ seq: 40, hasMoreBefore: true, hasMoreAfter: true })
    expect(seqs(byId.items)).toEqual([15, 65, 51])
    const { customerId: id } = byId.customer
    expect(byId.customer).toEqual(
      (await here.lin.call(customerApi.list, { body: { scope: 3, customerIds: [id] } })).items[0],
    )
  })

  test('at either end brings what there is', async () => {
    await talk(40)

    const first = await here.lin.call(messageApi.locate, { body: { customerId, seq: 1 } })
    const last = await here.lin.call(messageApi.locate, { body: { customerId, seq: 41 } })

    expect([seqs(first.items), first.hasMoreBefore, first.hasMoreAfter]).toEqual([[1, 26, 26], false, true])
    expect([seqs(last.items), last.hasMoreBefore, last.hasMoreAfter]).toEqual([[16, 41, 26], true, false])
  })

  test('masks contacts, and another’s thread or message looks absent', async () => {
    const other = await here.write('小寒', '13800001234')
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const found = await masked.call(messageApi.locate, { body: { customerId: other, seq: 1 } })
    expect(found.items[0]?.content.text).toBe('138****1234')
    expect(found.customer.lastMessage?.text).toBe('138****1234')

    const noMessage = { code: 40401, msg: '消息不存在或已删除' }
    expect(
      await here.lin.refused(messageApi.locate, { body: { customerId, messageId: found.items[0]!.id } }),
    ).toMatchObject(noMessage)
    expect(await here.lin.refused(messageApi.locate, { body: { customerId, seq: 99 } })).toMatchObject(noMessage)
    expect(await here.lin.refused(messageApi.locate, { body: { customerId } })).toMatchObject({ code: 40001 })
    expect(await absentForRival(here.rival, messageApi.locate, { body: { customerId, seq: 1 } })).toMatchObject({
      code: 40401,
      msg: '客户不存在或已删除',
    })
  })
})

describe('judging an answer of the AI', () => {
  test('is seen on every open screen; the last word holds', async () => {
    const id = await sayAsAi('我们全年无休')
    const screen = await openWorkbench(here.wei, customerId)
    const judge = (body: object) => here.lin.call(messageApi.feedback, { body: { id, ...body } as never })

    const bad = await judge({ rating: 'bad', reason: '内容错误', correctedText: '周一休息' })
    expect(bad.feedback).toEqual({ rating: 'bad', reason: '内容错误', correctedText: '周一休息' })
    await screen.agrees()

    here.clock.advance(1_000)
    expect((await judge({ rating: 'good', reason: '语气不当' })).feedback).toEqual({
      rating: 'good',
      reason: null,
      correctedText: null,
    })
    await screen.agrees()
    here.clock.advance(1_000)
    await judge({ rating: 'none' })
    await screen.agrees()
    expect(await here.db.sql.select().from(messageFeedback)).toMatchObject([{ rating: 'none', agentId: here.lin.id }])
  })

  test('twice at once leaves one verdict', async () => {
    const id = await sayAsAi('我们全年无休')

    await Promise.all(
      (['good', 'bad'] as const).map((rating) => here.lin.call(messageApi.feedback, { body: { id, rating } })),
    )

    expect(await here.db.sql.select().from(messageFeedback)).toHaveLength(1)
  })

  test('is about the AI’s answers only, and another’s message looks absent', async () => {
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const id = await sayAsAi('我们全年无休')
    const absent = { code: 40401, msg: '消息不存在或已删除' }

    expect(await here.lin.refused(messageApi.feedback, { body: { id: items[0]!.id, rating: 'good' } })).toMatchObject({
      code: 42200,
      msg: '只能评价 AI 的回答',
    })
    expect(await absentForRival(here.rival, messageApi.feedback, { body: { id, rating: 'good' } })).toMatchObject(
      absent,
    )
    const unknown = newId<MessageId>(here.clock.now())
    expect(await here.lin.refused(messageApi.feedback, { body: { id: unknown, rating: 'bad' } })).toMatchObject(absent)
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))
    expect(await here.lin.refused(messageApi.feedback, { body: { id, rating: 'good' } })).toMatchObject(absent)
  })
})
