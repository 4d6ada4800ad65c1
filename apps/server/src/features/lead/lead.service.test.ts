import { leadApi, type LeadId, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { type LeadWorld, leadWorld } from '../../testing/lead-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

let here: LeadWorld

beforeEach(async () => {
  here = await leadWorld()
})

describe('by hand', () => {
  test('an agent adds a contact, once however often', async () => {
    const customerId = await here.write('小满', '在吗')
    const screen = await openWorkbench(here.wei, customerId)

    const body = { customerId, kind: 'phone', value: '+86 138-0000-1234' } as const
    const made = await Promise.all([1, 2].map(() => here.lin.request(leadApi.create, { body })))

    expect(made.find((answer) => answer.code === 1)?.data).toMatchObject({
      value: '13800001234',
      extractor: 'manual',
      hits: 1,
      result: 'new',
    })
    expect(made.find((answer) => answer.code !== 1)).toMatchObject({ code: 42200, msg: '该客户已有此联系方式' })
    expect(await here.leadsOf(customerId)).toHaveLength(1)
    await screen.agrees()
  })

  test('a hidden number is no contact', async () => {
    const customerId = await here.write('小满', '在吗')

    for (const value of ['138****1234', 'n＊＊9'])
      expect(await here.lin.refused(leadApi.create, { body: { customerId, kind: 'phone', value } })).toMatchObject({
        code: 40001,
        data: { fields: { value: '联系方式含有 *，请输入完整的号码' } },
      })
  })

  test('an ambiguous contact becomes valid when an agent enters it', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await here.leadsOf(customerId)
    await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } })
    const screen = await openWorkbench(here.wei, customerId)

    const body = { customerId, kind: 'wechat', value: 'NicoleChen' } as const
    const made = await here.lin.call(leadApi.create, { body })

    expect(made).toMatchObject({ leadId: doubtful!.leadId, state: 'valid', isPrimary: true, result: 'new' })
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: 'new' })
    await screen.agrees()
  })

  test('the status moves forward, and invalid needs a reason', async () => {
    const customerId = await here.write('小满', '13800001234')
    const leadId = (await here.leadsOf(customerId))[0]!.leadId
    const screen = await openWorkbench(here.wei, customerId)
    const update = (change: object) => ({ body: { leadId, ...change } })

    expect(await here.lin.call(leadApi.update, update({ status: 'added' }))).toMatchObject({ status: 'added' })
    expect(await here.lin.refused(leadApi.update, update({ status: 'following' }))).toMatchObject({
      code: 42200,
      msg: '线索不能从「已加微」改为「跟进中」',
    })
    expect(await here.lin.refused(leadApi.update, update({ status: 'invalid' }))).toMatchObject({
      data: { fields: { reason: '请选择无效原因' } },
    })
    expect(await here.lin.call(leadApi.update, update({ status: 'invalid', reason: '空号' }))).toMatchObject({
      status: 'invalid',
      reason: '空号',
    })
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
    await screen.agrees()
  })

  test('another number becomes the one to use, also when two choose at once', async () => {
    const customerId = await here.write('小满', '13800001234', '13900000000', '13700000000')
    const [, second, third] = await here.leadsOf(customerId)

    await Promise.all(
      [second!, third!].map(({ leadId }) => here.lin.call(leadApi.update, { body: { leadId, isPrimary: true } })),
    )

    expect((await here.leadsOf(customerId)).filter((each) => each.isPrimary)).toHaveLength(1)
    const copy = await here.copyWechat('小满').then(() => here.leadsOf(customerId))
    expect(
      await here.lin.refused(leadApi.update, { body: { leadId: copy[0]!.leadId, isPrimary: true } }),
    ).toMatchObject({ msg: '只有有效的联系方式可以设为主号码' })
  })

  test('a message it stands in must be of the same thread', async () => {
    const customerId = await here.write('小满', '在吗')
    const other = await here.write('小寒', '在吗')
    const { items } = await here.lin.call(messageApi.list, { body: { customerId: other } })
    const body = { customerId, kind: 'wechat', value: 'nora_2019', messageId: items[0]!.id } as const

    expect(await here.lin.refused(leadApi.create, { body })).toMatchObject({ msg: '消息不存在或已删除' })
    expect(await here.leadsOf(customerId)).toEqual([])
  })
})

describe('visibility', () => {
  test('without the permission values are masked, in answers, events and the thread', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await here.write('小满', '在吗')
    const screen = await openWorkbench(masked, customerId)

    await here.write('小满', '13800001234 微信 nora_2019')

    expect((await here.leadsOf(customerId, masked)).map((each) => each.value).toSorted()).toEqual([
      '138****1234',
      'n***9',
    ])
    expect(JSON.stringify(await screen.events())).not.toMatch(/13800001234|nora_2019/)
    await screen.agrees()
  })

  test('a submitted card is shown with masked contacts', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await here.submitCard('小满', {
      手机号: '13800001234',
      微信号: 'nora_2019',
      订单编号: '13911112222',
    })

    const { items } = await masked.call(messageApi.list, { body: { customerId } })
    expect(JSON.stringify(items)).not.toMatch(/13800001234|nora_2019|13911112222/)
    const clear = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(JSON.stringify(clear.items)).toMatch(/nora_2019/)
  })

  test('copying a clear value is written down', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!

    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()

    await masked.call(leadApi.copied, { body: { leadId } })
    expect(await auditEntries(here.db, leadApi.copied)).toEqual([])
    await here.lin.call(leadApi.copied, { body: { leadId } })

    expect(await auditEntries(here.db, leadApi.copied)).toMatchObject([
      { agentId: here.lin.id, action: 'lead.copy', object: leadId, objectName: '小满', ip: '127.0.0.1' },
    ])
    const rights = ['statistics:viewPage', 'customer:viewSensitive'] as const
    const reader = await (await here.hire('看数', [...rights])).signIn()
    await reader.call(leadApi.copied, { body: { leadId } })
    expect(await auditEntries(here.db, leadApi.copied)).toContainEqual(expect.objectContaining({ agentId: reader.id }))
  })

  test('the list holds the leads of customers one may see, page by page', async () => {
    for (let n = 0; n < 3; n += 1) await here.write(`客户${n}`, `1380000120${n}`)
    const [mine] = await here.db.sql.select().from(customer).where(eq(customer.name, '客户0'))
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, mine!.id))

    const seen = await here.lin.call(leadApi.list, { body: {} })
    expect(seen).toMatchObject({ total: 2, page: 1, pageSize: 20 })
    expect(seen.items.map((each) => each.value)).toEqual(['13800001202', '13800001201'])
    expect(await here.zhao.call(leadApi.list, { body: { status: 'new', page: 9 } })).toMatchObject({
      total: 3,
      page: 1,
    })
    expect(await here.zhao.call(leadApi.list, { body: { status: 'won' } })).toMatchObject({ total: 0, items: [] })
    expect(await here.lin.refused(leadApi.list, { body: { customerId: mine!.id } })).toMatchObject({ code: 40401 })
  })

  test('another enterprise’s, or an unseen customer’s, looks absent', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!
    const draft = { customerId, kind: 'phone', value: '13900000000' } as const
    const noCustomer = { code: 40401, msg: '客户不存在或已删除' }
    const noLead = { code: 40401, msg: '线索不存在或已删除' }

    expect(await absentForRival(here.rival, leadApi.list, { body: { customerId } })).toMatchObject(noCustomer)
    expect(await absentForRival(here.rival, leadApi.create, { body: draft })).toMatchObject(noCustomer)
    expect(await absentForRival(here.rival, leadApi.update, { body: { leadId, status: 'won' } })).toMatchObject(noLead)
    expect(await absentForRival(here.rival, leadApi.copied, { body: { leadId } })).toMatchObject(noLead)
    expect((await here.rival.call(leadApi.list, { body: {} })).items).toEqual([])
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))
    expect(await here.lin.refused(leadApi.update, { body: { leadId, status: 'won' } })).toMatchObject(noLead)
    const unknown = newId<LeadId>(here.clock.now())
    expect(await here.lin.refused(leadApi.copied, { body: { leadId: unknown } })).toMatchObject(noLead)
  })
})
