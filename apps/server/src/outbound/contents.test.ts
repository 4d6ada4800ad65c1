import { type CustomerId, messageApi } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type attachment, channelAccount, customer } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'
import { storePicture } from '../testing/stored-picture.ts'
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

const keep = async (given: Partial<typeof attachment.$inferInsert> = {}) => {
  const owner = { entId: here.zhao.entId, uploaderId: here.wei.id }
  return {
    customerId,
    chatId: newId<string>(here.clock.now()).slice(-8),
    content: { type: 'image', text: await storePicture(here.db, { ...owner, ...given }, here.clock.now()) },
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

// R153
describe('a picture with a QR code', () => {
  const wechat = { codes: ['https://u.wechat.com/abc'] }

  test('is refused like a contact in a text, and nothing is sent', async () => {
    expect(await here.lin.refused(messageApi.send, { body: await keep(wechat) })).toMatchObject({
      code: 42201,
      msg: '图片含二维码：平台规定联系方式只能通过卡片发送',
      data: { level: 'block', canConfirm: false },
    })
    expect(await here.lin.call(messageApi.send, { body: await keep({ codes: ['取餐号 A12'] }) })).toMatchObject({
      status: 0,
    })
  })

  test('is sent after a warning is confirmed, and that is in the audit log', async () => {
    await here.db.sql
      .update(channelAccount)
      .set({ setting: sql`${channelAccount.setting} || '{"contactLevel":"warn"}'` })
    const body = await keep(wechat)

    expect(await here.lin.refused(messageApi.send, { body })).toMatchObject({ code: 42201, data: { canConfirm: true } })
    expect(await auditEntries(here.db, messageApi.send)).toEqual([])
    await here.lin.call(messageApi.send, { body: { ...body, confirmWarn: true } })

    expect(await auditEntries(here.db, messageApi.send)).toMatchObject([
      { action: 'message.confirmWarning', agentId: here.lin.id },
    ])
  })

  test('that cannot be read is refused', async () => {
    expect(await here.lin.refused(messageApi.send, { body: await keep({ codes: null }) })).toMatchObject({
      code: 42201,
      msg: '图片无法检查是否含二维码，请换成 jpg 或 png 图片',
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
