import {
  customerApi,
  customerSettingApi,
  type CustomerId,
  type FieldId,
  type Lead,
  LEAD_REPEATS_SHOWN,
  leadApi,
  type LeadId,
  messageApi,
  tagApi,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { audit, customer, customerField, customerSetting, lead, session } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type DeskWorld, deskWorld, openDesk } from '../../testing/desk-world.ts'
import type { Person } from '../../testing/person.ts'
import { openAccount } from '../../testing/platform.ts'

let here: DeskWorld

beforeEach(async () => {
  here = await deskWorld()
})

const leadsOf = async (customerId: CustomerId, person: Person = here.lin): Promise<Lead[]> =>
  (await person.call(leadApi.list, { body: { customerId } })).items

const tagNames = async (customerId: CustomerId) => {
  const names = new Map((await here.zhao.call(tagApi.list, {})).map((each) => [each.id, each.name]))
  const { tagIds } = await here.zhao.call(customerApi.detail, { query: { customerId } })
  return tagIds.map((id) => names.get(id))
}

const lines = async (customerId: CustomerId) => {
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
  return items.filter((item) => item.senderKind === 'system').map((item) => item.content.text)
}

const submitCard = async (name: string, fields: Record<string, string>) => {
  const entries = Object.entries(fields).map(([label, value]) => ({ label, value }))
  const event = {
    ...here.platform.base(here.account),
    kind: 'card_submitted',
    from: { platformId: name, name },
  } as const
  await here.platform.tell({ ...event, cardId: 'card-1', fields: entries })
  await here.platform.settle()
  return (await here.rowOf(name)).id
}

const copyWechat = async (name: string) => {
  here.clock.advance(1_000)
  const event = {
    ...here.platform.base(here.account),
    kind: 'wechat_copied',
    from: { platformId: name, name },
  } as const
  await here.platform.tell(event)
  await here.platform.settle()
  return (await here.rowOf(name)).id
}

const send = (person: Person, customerId: CustomerId, text: string) =>
  person.call(messageApi.send, {
    body: { customerId, chatId: newId<string>(here.clock.now()).slice(-8), content: { type: 'text', text } },
  })

async function addField(name: string, type: 'text' | 'phone' | 'single' = 'text', options: string[] = []) {
  const id = newId<FieldId>(here.clock.now())
  await here.db.sql.insert(customerField).values({ entId: here.zhao.entId, id, name, type, options, position: 0 })
  return id
}

async function changeSetting(change: object) {
  const setting = await here.zhao.call(customerSettingApi.get, {})
  const row = { setting: { ...setting, ...change }, updatedAt: here.clock.now() }
  await here.db.sql
    .insert(customerSetting)
    .values({ entId: here.zhao.entId, ...row })
    .onConflictDoUpdate({ target: customerSetting.entId, set: row })
}

describe('a contact in what a customer writes', () => {
  test('becomes a lead with all that follows, on every open screen', async () => {
    const customerId = await here.write('小满', '在吗')
    const screen = await openDesk(here.lin, customerId)

    await here.write('小满', '我电话 138 0000 1234')

    const [found] = await leadsOf(customerId)
    expect(found).toMatchObject({
      kind: 'phone',
      value: '13800001234',
      state: 'valid',
      isPrimary: true,
      extractor: 'rule',
      status: 'new',
      result: 'new',
      hits: 1,
      dupOf: null,
      receptionType: 'manual',
    })
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.find((item) => item.id === found?.messageId)?.seq).toBe(found?.messageSeq)
    expect(await tagNames(customerId)).toEqual(['已开口', '已留资'])
    expect(await lines(customerId)).toEqual(['客户留下了手机号'])
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: 'new' })
    expect(await here.db.sql.select().from(session)).toMatchObject([{ hasLead: true }])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'lead_change', leadId: found?.leadId, status: 'new' }),
    )
    await screen.agrees()
  })

  test('said again only counts; another kind adds to it; a newer number takes the first place', async () => {
    const customerId = await here.write('小满', '13800001234', '13800001234', '微信 nora_2019', '换成 13900000000')

    expect(
      (await leadsOf(customerId)).map(({ kind, value, result, hits, isPrimary }) => [
        kind,
        value,
        result,
        hits,
        isPrimary,
      ]),
    ).toEqual([
      ['phone', '13900000000', 'added', 1, true],
      ['wechat', 'nora_2019', 'added', 1, true],
      ['phone', '13800001234', 'new', 2, false],
    ])
    expect(await lines(customerId)).toEqual(['客户留下了手机号', '客户留下了微信号', '客户留下了手机号'])
  })

  test('said again keeps the message in which it was, the newest ones first', async () => {
    const said = Array.from({ length: LEAD_REPEATS_SHOWN + 2 }, () => '13800001234 是我，13800001234')
    const customerId = await here.write('小满', ...said)

    const [found] = await leadsOf(customerId)
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const own = items.filter((item) => item.senderKind === 'customer').toReversed()
    expect(found?.repeats.map(({ messageId, messageSeq }) => [messageId, messageSeq])).toEqual(
      own.slice(0, LEAD_REPEATS_SHOWN).map((item) => [item.id, item.seq]),
    )
  })

  test('that may be a word waits for somebody to say so, and is no lead until then', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await leadsOf(customerId)
    expect(doubtful).toMatchObject({ kind: 'wechat', state: 'ambiguous', isPrimary: false })
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
    const screen = await openDesk(here.wei, customerId)

    const confirmed = await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'valid' } })

    expect(confirmed).toMatchObject({ state: 'valid', isPrimary: true, result: 'new' })
    expect(await tagNames(customerId)).toContain('已留资')
    expect(await lines(customerId)).toEqual(['客户留下了微信号'])
    await screen.agrees()
    expect(
      await here.lin.refused(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } }),
    ).toMatchObject({ msg: '该联系方式已确认' })
  })

  test('that was rejected stays rejected when it is said again', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await leadsOf(customerId)
    await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } })

    await here.write('小满', '加微 nicolechen')

    expect(await leadsOf(customerId)).toMatchObject([{ state: 'rejected', hits: 2 }])
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
  })

  test('the platform has hidden is none, nor is what we say ourselves', async () => {
    const customerId = await here.write('小满', '138****1234')
    await here.platform.tell(here.platform.echo(here.account, '小满', '打 13800001234', 'app'))
    await here.platform.settle()

    expect(await leadsOf(customerId)).toEqual([])
  })
})

describe('the same contact of another customer', () => {
  test('is kept with whose it was first', async () => {
    const first = await here.write('小满', '13800001234')
    await send(here.lin, first, '您好')
    const second = await here.write('小寒', '13800001234')

    expect(await leadsOf(second, here.zhao)).toMatchObject([
      { result: 'exists', dupOf: { customerId: first, name: '小满', agentName: '林小满' }, dups: [] },
    ])
    expect(await leadsOf(first)).toMatchObject([{ result: 'new', dupOf: null }])
  })

  test('is shown with the first one too, whose open panels hear of it', async () => {
    const first = await here.write('小满', '13800001234')
    const screen = await openDesk(here.lin, first)

    const second = await here.write('小寒', '13800001234')

    const [lead1] = await leadsOf(first)
    expect(lead1?.dups).toEqual([{ customerId: second, name: '小寒', agentName: null }])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'lead_change', customerId: first, leadId: lead1?.leadId, status: 'new' }),
    )
    await screen.agrees()
  })

  test('of a customer one may not see tells only whose they are, and not at all who came later', async () => {
    const first = await here.write('小满', '13800001234')
    await send(here.lin, first, '您好')
    const second = await here.write('小寒', '13800001234')
    await send(here.wei, second, '您好')

    expect((await leadsOf(second, here.wei))[0]?.dupOf).toEqual({ customerId: null, agentName: '林小满' })
    expect((await leadsOf(first, here.lin))[0]?.dups).toEqual([])
    expect((await leadsOf(first, here.zhao))[0]?.dups).toMatchObject([{ customerId: second }])
  })

  test('at the same time: one is first, the other knows of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const value = `1380000100${round}`
      const people = ['甲', '乙', '丙'].map((name) => `${name}${round}`)
      const ids: CustomerId[] = []
      for (const name of people) ids.push(await here.write(name, '在吗'))
      await Promise.all(
        ids.map((customerId) => here.zhao.call(leadApi.create, { body: { customerId, kind: 'phone', value } })),
      )
      const rows = await here.db.sql.select().from(lead).where(eq(lead.normalised, value))
      expect(rows.map((row) => row.result).toSorted()).toEqual(['exists', 'exists', 'new'])
      const first = rows.find((row) => row.result === 'new')
      expect(rows.filter((row) => row.dupOf !== null).map((row) => row.dupOf)).toEqual([first?.id, first?.id])
    }
  })

  test('in the same batch of messages too', async () => {
    const { platform, account } = here
    await platform.tell(...['甲', '乙', '丙', '丁'].map((name) => platform.text(account, name, '我的手机 13800001234')))
    await platform.settle()

    const rows = await here.db.sql.select().from(lead)
    expect(rows.map((row) => row.result).toSorted()).toEqual(['exists', 'exists', 'exists', 'new'])
  })

  test('is new where the enterprise does not compare', async () => {
    await changeSetting({ dedupe: { phone: false, wechat: true, crossAccount: true } })
    await here.write('小满', '13800001234')
    const second = await here.write('小寒', '13800001234')

    expect(await leadsOf(second)).toMatchObject([{ result: 'new' }])
  })

  test('is new to another account where accounts are compared each by itself', async () => {
    await changeSetting({ dedupe: { phone: true, wechat: true, crossAccount: false } })
    const other = await openAccount(here, { entId: here.zhao.entId })
    await here.write('小满', '13800001234')
    await here.platform.tell(here.platform.text(other, '小寒', '13800001234'))
    await here.platform.settle()
    const third = await here.write('小雪', '13800001234')

    expect(await leadsOf((await here.rowOf('小寒')).id)).toMatchObject([{ result: 'new' }])
    expect(await leadsOf(third)).toMatchObject([{ result: 'exists' }])
  })
})

describe('a submitted card', () => {
  test('brings number, name, city and the enterprise’s own fields', async () => {
    const budget = await addField('预算')
    const style = await addField('风格', 'single', ['简约', '中式'])
    const customerId = await submitCard('小满', {
      手机号: '138 0000 1234',
      姓名: '张三',
      城市: '上海',
      预算: '10-15 万',
      风格: '巴洛克',
    })

    expect(await leadsOf(customerId)).toMatchObject([{ value: '13800001234', extractor: 'card', result: 'new' }])
    const detail = await here.lin.call(customerApi.detail, { query: { customerId } })
    expect(detail).toMatchObject({ remark: '张三', city: '上海', fields: { [budget]: '10-15 万' } })
    expect(detail.fields).not.toHaveProperty(style)
    expect(await tagNames(customerId)).toEqual(['已开口', '已提交留资卡', '已留资'])
    const { items } = await here.lin.call(customerApi.listChanges, { body: { customerId } })
    const written = items.map(({ field, before, after, agentId }) => `${field} ${before}→${after} ${String(agentId)}`)
    expect(new Set(written)).toEqual(new Set(['城市 →上海 null', '备注名 →张三 null', '预算 →10-15 万 null']))
  })

  test('leaves what agents wrote, and open screens agree', async () => {
    const customerId = await here.write('小满', '在吗')
    await here.lin.call(customerApi.update, { body: { customerId, remark: '老张', city: '苏州' } })
    const screen = await openDesk(here.lin, customerId)

    await submitCard('小满', { 手机号: '13800001234', 姓名: '张三', 城市: '上海' })

    expect(await here.rowOf('小满')).toMatchObject({ remark: '老张', city: '苏州', leadStatus: 'new' })
    await screen.agrees()
  })
})

test('a number is written into its field, over an old one only where the enterprise wants the newest', async () => {
  const field = await addField('手机', 'phone')
  await changeSetting({ writeTo: { phone: field, wechat: null } })
  const customerId = await here.write('小满', '13800001234', '13900000000')
  const fieldNow = async () => (await here.lin.call(customerApi.detail, { query: { customerId } })).fields[field]
  expect(await fieldNow()).toBe('13800001234')

  await changeSetting({ writeTo: { phone: field, wechat: null }, overwrite: 'always' })
  await here.write('小满', '13700000000')
  expect(await fieldNow()).toBe('13700000000')
})

test('a copied WeChat id is a trace, no contact', async () => {
  const customerId = await copyWechat('小满')
  await copyWechat('小满')

  expect(await leadsOf(customerId)).toMatchObject([{ kind: 'wechat_copy', value: '', hits: 2, isPrimary: false }])
  expect(await tagNames(customerId)).toEqual(['已复制微信'])
  expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
})

describe('a person’s answer', () => {
  test('moves a new lead on, here or in the platform’s app', async () => {
    const here1 = await here.write('小满', '13800001234')
    const screen = await openDesk(here.lin, here1)
    await send(here.lin, here1, '收到，稍后联系您')
    expect(await leadsOf(here1)).toMatchObject([{ status: 'following' }])
    await screen.agrees()

    const inApp = await here.write('小寒', '13900000000')
    await here.platform.tell(here.platform.echo(here.account, '小寒', '好的', 'app'))
    await here.platform.settle()
    expect(await leadsOf(inApp)).toMatchObject([{ status: 'following' }])
  })

  test('moves a new one on though another has come further', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await leadsOf(customerId))[0]!
    await here.lin.call(leadApi.update, { body: { leadId, status: 'added' } })
    await here.write('小满', '微信 nora_2019')

    await send(here.lin, customerId, '收到，稍后联系您')

    expect((await leadsOf(customerId)).map((each) => `${each.kind} ${each.status}`).toSorted()).toEqual([
      'phone added',
      'wechat following',
    ])
  })

  test('that was given before the lead does not', async () => {
    const customerId = await here.write('小满', '在吗')
    await send(here.lin, customerId, '在的')
    await here.write('小满', '13800001234')

    expect(await leadsOf(customerId)).toMatchObject([{ status: 'new' }])
  })
})

describe('by hand', () => {
  test('an agent adds a contact, once however often', async () => {
    const customerId = await here.write('小满', '在吗')
    const screen = await openDesk(here.wei, customerId)

    const body = { customerId, kind: 'phone', value: '+86 138-0000-1234' } as const
    const made = await Promise.all([1, 2].map(() => here.lin.request(leadApi.create, { body })))

    expect(made.find((answer) => answer.code === 1)?.data).toMatchObject({
      value: '13800001234',
      extractor: 'manual',
      hits: 1,
      result: 'new',
    })
    expect(made.find((answer) => answer.code !== 1)).toMatchObject({ code: 42200, msg: '该客户已有此联系方式' })
    expect(await leadsOf(customerId)).toHaveLength(1)
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

  test('what nobody was sure of is believed when somebody writes it down', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await leadsOf(customerId)
    await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } })
    const screen = await openDesk(here.wei, customerId)

    const body = { customerId, kind: 'wechat', value: 'NicoleChen' } as const
    const made = await here.lin.call(leadApi.create, { body })

    expect(made).toMatchObject({ leadId: doubtful!.leadId, state: 'valid', isPrimary: true, result: 'new' })
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: 'new' })
    await screen.agrees()
  })

  test('the status moves forward, and invalid needs a reason', async () => {
    const customerId = await here.write('小满', '13800001234')
    const leadId = (await leadsOf(customerId))[0]!.leadId
    const screen = await openDesk(here.wei, customerId)
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
    const [, second, third] = await leadsOf(customerId)

    await Promise.all(
      [second!, third!].map(({ leadId }) => here.lin.call(leadApi.update, { body: { leadId, isPrimary: true } })),
    )

    expect((await leadsOf(customerId)).filter((each) => each.isPrimary)).toHaveLength(1)
    const copy = await copyWechat('小满').then(() => leadsOf(customerId))
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
    expect(await leadsOf(customerId)).toEqual([])
  })
})

describe('who may see what', () => {
  test('without the permission values are masked, in answers, events and the thread', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await here.write('小满', '在吗')
    const screen = await openDesk(masked, customerId)

    await here.write('小满', '13800001234 微信 nora_2019')

    expect((await leadsOf(customerId, masked)).map((each) => each.value).toSorted()).toEqual(['138****1234', 'n***9'])
    expect(JSON.stringify(await screen.events())).not.toMatch(/13800001234|nora_2019/)
    await screen.agrees()
  })

  test('a submitted card is shown without what reaches the customer', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await submitCard('小满', { 手机号: '13800001234', 微信号: 'nora_2019', 订单编号: '13911112222' })

    const { items } = await masked.call(messageApi.list, { body: { customerId } })
    expect(JSON.stringify(items)).not.toMatch(/13800001234|nora_2019|13911112222/)
    const clear = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(JSON.stringify(clear.items)).toMatch(/nora_2019/)
  })

  test('copying a clear value is written down', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await leadsOf(customerId))[0]!

    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()

    await masked.call(leadApi.copied, { body: { leadId } })
    expect(await here.db.sql.select().from(audit)).toEqual([])
    await here.lin.call(leadApi.copied, { body: { leadId } })

    expect(await here.db.sql.select().from(audit)).toMatchObject([
      { agentId: here.lin.id, action: 'lead.copy', object: leadId },
    ])
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
    const { leadId } = (await leadsOf(customerId))[0]!
    const draft = { customerId, kind: 'phone', value: '13900000000' } as const
    const noCustomer = { code: 40401, msg: '客户不存在或已删除' }
    const noLead = { code: 40401, msg: '线索不存在或已删除' }

    expect(await here.rival.refused(leadApi.list, { body: { customerId } })).toMatchObject(noCustomer)
    expect(await here.rival.refused(leadApi.create, { body: draft })).toMatchObject(noCustomer)
    expect(await here.rival.refused(leadApi.update, { body: { leadId, status: 'won' } })).toMatchObject(noLead)
    expect(await here.rival.refused(leadApi.copied, { body: { leadId } })).toMatchObject(noLead)
    expect((await here.rival.call(leadApi.list, { body: {} })).items).toEqual([])
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))
    expect(await here.lin.refused(leadApi.update, { body: { leadId, status: 'won' } })).toMatchObject(noLead)
    const unknown = newId<LeadId>(here.clock.now())
    expect(await here.lin.refused(leadApi.copied, { body: { leadId: unknown } })).toMatchObject(noLead)
  })
})
