import { randomBytes } from 'node:crypto'
import { type CustomerId, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { attachment, customer } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { attachmentPath } from '../chat/attachment/index.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let out: OutboundWorld
let here: OutboundWorld['here']
let platform: OutboundWorld['platform']
let account: OutboundWorld['account']
let customerId: CustomerId

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here, platform, account, customerId } = out)
})

const keep = async (given: Partial<typeof attachment.$inferInsert>) => {
  const key = randomBytes(24).toString('base64url')
  const { entId } = here.zhao
  const file = { key, entId, fileName: 'a.png', ext: 'png', contentType: 'image/png', size: 9 }
  const row = { ...file, uploaderId: here.wei.id, topicId: null, isPrivate: true, createdAt: here.clock.now() }
  await here.db.sql.insert(attachment).values({ ...row, ...given })
  return {
    customerId,
    chatId: newId<string>(here.clock.now()).slice(-8),
    content: { type: 'image', text: attachmentPath(key) },
  }
}

describe('a picture', () => {
  test('goes out when the sender may see it: one’s own, everybody’s, and those of threads one is in', async () => {
    const topicId = newId<string>(here.clock.now())
    for (const given of [
      { uploaderId: here.lin.id, topicId },
      { isPrivate: false, topicId },
      {},
      { topicId: customerId },
    ])
      expect(await here.lin.call(messageApi.send, { body: await keep(given) })).toMatchObject({ status: 0 })
  })

  test('of a thread the sender is not in, or of another enterprise, is not there', async () => {
    await platform.tell(platform.text(account, '小暑', '在吗'))
    await platform.settle()
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.name, '小暑'))
    const [other] = await here.db.sql.select().from(customer).where(eq(customer.name, '小暑'))

    for (const given of [
      { topicId: other!.id },
      { topicId: newId<string>(here.clock.now()) },
      { entId: here.rival.entId, isPrivate: false },
    ])
      expect(await here.lin.refused(messageApi.send, { body: await keep(given) })).toMatchObject({
        code: 42200,
        msg: '图片不存在或已删除',
      })
  })
})

describe('copying what was said', () => {
  test('is written down when there is a contact in clear in it', async () => {
    await platform.tell(platform.text(account, '小满', '我电话 13800001234'))
    await platform.settle()
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const [hello, number] = items.filter((item) => item.senderKind === 'customer')
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()

    await here.lin.call(messageApi.copied, { body: { id: hello!.id } })
    await masked.call(messageApi.copied, { body: { id: number!.id } })
    expect(await auditEntries(here.db, messageApi.copied)).toEqual([])
    await here.lin.call(messageApi.copied, { body: { id: number!.id } })

    expect(await auditEntries(here.db, messageApi.copied)).toMatchObject([
      { agentId: here.lin.id, action: 'message.copy', object: number!.id },
    ])
    const absent = { code: 40401, msg: '消息不存在或已删除' }
    expect(await absentForRival(here.rival, messageApi.copied, { body: { id: number!.id } })).toMatchObject(absent)
    await here.db.sql.update(customer).set({ agentId: here.wei.id })
    expect(await here.lin.refused(messageApi.copied, { body: { id: number!.id } })).toMatchObject(absent)
  })
})
