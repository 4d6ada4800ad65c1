import { cardRuleApi, type CardRuleFields, channelApi, customerApi, messageApi, type Source } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PlatformError } from '../channels/platform-error.ts'
import type { ChannelSource } from '../channels/source.ts'
import { channelAccount, customer, event, outbox } from '../db/schema/index.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { materialWorld } from '../testing/material-world.ts'
import type { Person } from '../testing/person.ts'
import { Platform } from '../testing/platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CONTACT_REASON = '平台规定联系方式只能通过卡片发送'

/** An account with a welcome message, on a platform that accepts every message. */
async function shopWorld(source: Source, welcome = '您好，欢迎光临') {
  const here = await materialWorld()
  const { zhao, db, clock, reception } = here
  const relationId = source === 'douyin' ? await here.bindDouyin(zhao, 'shop') : await here.bindRedbook(zhao, 'shop')
  const account = { entId: zhao.entId, id: relationId, platformId: 'shop', source }
  const platform = new Platform(here)
  /** What the platform took, by customer. */
  const arrived = new Map<string, string[]>()
  const take: ChannelSource['send'] = async (_account, to, content) => {
    const text = content.type === 'text' ? content.text : content.type
    arrived.set(to.platformId, [...(arrived.get(to.platformId) ?? []), text])
    return { platformMessageId: platform.newId(), acceptedAt: clock.now() }
  }
  Object.assign(here.platform[source], { send: take })

  const set = async (change: Partial<ReturnType<typeof defaultChannelSetting>>) => {
    const setting = { ...(await here.account(relationId)).setting, ...change }
    await db.sql.update(channelAccount).set({ setting }).where(eq(channelAccount.id, relationId))
  }
  await set({ welcome: { custom: true, parts: [{ type: 'text', text: welcome }] } })

  const deliver = async () => {
    while ((await db.sql.select().from(outbox)).length > 0) {
      await reception.work.outbound.run()
      await reception.work.outbound.drain()
      clock.advance(1_000)
    }
  }
  const enter = async (...names: string[]) => {
    for (const name of names) {
      const base = platform.base(account)
      const from = { platformId: name, name }
      const conversationKey = `conv-${name}`
      await platform.tell({ ...base, kind: 'enter', conversationKey, messageId: base.eventKey, from, entry: {} })
    }
    await platform.settle()
    while (await reception.work.causes.run()) {
      // Until all are welcomed.
    }
    await deliver()
  }
  const write = async (...names: string[]) => {
    await platform.tell(...names.map((name) => platform.text(account, name, '在吗')))
    await platform.settle()
  }

  const idOf = async (name: string) => {
    const [row] = await db.sql.select().from(customer).where(eq(customer.platformUserId, name))
    if (!row) throw new Error(`there is no customer ${name}`)
    return row.id
  }
  let sends = 0
  const sending = async (name: string, text: string, confirmWarn = false) => {
    const body = {
      customerId: await idOf(name),
      chatId: String((sends += 1)).padStart(8, '0'),
      content: { type: 'text', text },
      confirmWarn,
    }
    return { body }
  }
  const send = async (person: Person, name: string, text: string, confirmWarn = false) => {
    await person.call(messageApi.send, await sending(name, text, confirmWarn))
    await deliver()
  }
  const refused = async (person: Person, name: string, text: string) =>
    person.refused(messageApi.send, await sending(name, text))

  const addRule = async (change: Partial<CardRuleFields> = {}) => {
    const materialIds = [await here.addCard(relationId)]
    const rule = { relationId, name: '新客发卡', trigger: { type: 'first_enter' as const }, materialIds, delaySec: 0 }
    return zhao.call(cardRuleApi.save, { body: { ...rule, ...change } })
  }
  const rules = () => zhao.call(cardRuleApi.list, { body: { relationId } })
  const detail = () => zhao.call(channelApi.detail, { query: { relationId, accountType: 'CORP' } })
  const linesOf = async (name: string) => {
    const { items } = await zhao.call(messageApi.list, { body: { customerId: await idOf(name) } })
    return items.flatMap(({ content }) => (content.extra?.kind === 'held_back' ? [content.text] : []))
  }
  /** What the thread shows as sent to the customer, in its order. */
  const sentTo = async (name: string) => {
    const { items } = await zhao.call(messageApi.list, { body: { customerId: await idOf(name) } })
    return items.flatMap(({ senderKind, content }) =>
      senderKind === 'flow' ? [content.type === 'text' ? content.text : content.type] : [],
    )
  }
  const notices = async () => {
    const isHint = and(eq(event.entId, zhao.entId), eq(event.type, 'hint'))
    const rows = await db.sql.select().from(event).where(isHint).orderBy(asc(event.seq))
    return rows
      .filter(({ payload }) => payload.hintType === 'quota_stopped')
      .map(({ payload, audience }) => ({ text: payload.text, to: audience?.agentIds?.toSorted() }))
  }
  return {
    ...here,
    relationId,
    arrived,
    set,
    enter,
    write,
    idOf,
    send,
    refused,
    addRule,
    rules,
    detail,
    linesOf,
    sentTo,
    notices,
  }
}

test.each([
  ['redbook', 51],
  // The rules are the same: more than the repeated texts of a day.
  ['douyin', 9],
] as const)('the new customers of %s within an hour (%i) all get welcome and card', async (source, count) => {
  const shop = await shopWorld(source)
  await shop.addRule()
  const names = Array.from({ length: count }, (_, index) => `客户 ${index + 1}`)
  const third = count / 3

  for (let from = 0; from < count; from += third) {
    await shop.enter(...names.slice(from, from + third))
    shop.clock.advance(15 * MINUTE_MS)
  }

  expect(shop.arrived).toEqual(new Map(names.map((name) => [name, ['您好，欢迎光临', 'card']])))
  expect(await shop.detail()).toMatchObject({
    lastError: null,
    quotaToday: { used: 2 * count, strangers: 0, heldBack: 0 },
  })
  expect(await shop.rules()).toMatchObject([{ sent: count, blocked: 0 }])
})

test('a greeting of two parts arrives in the order of the thread, also when the platform takes its first part late', async () => {
  const shop = await shopWorld('redbook')
  await shop.set({
    welcome: { custom: true, parts: ['您好', '想看哪款'].map((text) => ({ type: 'text', text })) },
  })
  const { send } = shop.platform.redbook
  let refusals = 2
  Object.assign(shop.platform.redbook, {
    send: (...args: Parameters<typeof send>) =>
      (refusals -= 1) >= 0 ? Promise.reject(new PlatformError('platform_down')) : send(...args),
  })

  await shop.enter('甲')

  expect(shop.arrived.get('甲')).toEqual(['您好', '想看哪款'])
  expect(await shop.sentTo('甲')).toEqual(shop.arrived.get('甲'))
})

test('the same reply to whoever has just written is not asked about; written first, it is from the third customer on', async () => {
  const shop = await shopWorld('douyin')
  const { lin, clock } = shop
  const names = ['甲', '乙', '丙', '丁', '戊', '己']
  await shop.write(...names)
  for (const name of names) await shop.send(lin, name, '您好，请问想了解哪款？')

  clock.advance(2 * HOUR_MS)
  await shop.send(lin, '甲', '今天店里有活动')
  await shop.send(lin, '乙', '今天店里有活动')

  expect(await shop.refused(lin, '丙', '今天店里有活动')).toMatchObject({
    code: 42201,
    msg: '可能违反平台规则：重复话术，仍要发送？',
    data: { canConfirm: true },
  })
  await shop.send(lin, '丙', '今天店里有活动', true)
  expect(await auditEntries(shop.db, messageApi.send)).toMatchObject([
    { agentId: lin.id, objectName: '丙', after: { warning: expect.stringContaining('重复话术') } },
  ])
  await shop.write('丁')
  await shop.send(lin, '丁', '今天店里有活动')
})

test('an answer may have many messages; unasked ones are asked about when they come too fast', async () => {
  const shop = await shopWorld('redbook')
  const { lin, clock } = shop
  await shop.set({ limits: { ...defaultChannelSetting('redbook', 'CORP').limits, pacePer10Min: 3 } })
  await shop.write('甲')
  for (let count = 1; count <= 4; count += 1) await shop.send(lin, '甲', `答 ${count}`)

  clock.advance(2 * HOUR_MS)
  for (let count = 1; count <= 3; count += 1) await shop.send(lin, '甲', `问 ${count}`)

  expect(await shop.refused(lin, '甲', '问 4')).toMatchObject({ msg: '可能违反平台规则：发送过快，仍要发送？' })
})

test('a person who writes first contacts a stranger, though they were welcomed; the welcome of others goes on', async () => {
  const shop = await shopWorld('redbook')
  const { lin, clock } = shop
  await shop.set({ limits: { ...defaultChannelSetting('redbook', 'CORP').limits, strangersPerDay: 1 } })
  await shop.enter('甲', '乙')
  await shop.send(lin, '甲', '在看哪款呢')
  expect((await shop.detail()).quotaToday.strangers).toBe(0)

  clock.advance(2 * HOUR_MS)
  await shop.send(lin, '乙', '还在看吗')

  expect((await shop.detail()).quotaToday.strangers).toBe(1)
  await shop.enter('丙')
  expect(shop.arrived.get('丙')).toEqual(['您好，欢迎光临'])
  const query = { customerId: await shop.idOf('丙') }
  expect((await lin.call(customerApi.detail, { query })).quota.blocked).toBeUndefined()
  clock.advance(2 * HOUR_MS)
  expect(await shop.refused(lin, '丙', '还在看吗')).toMatchObject({ msg: '该账号今天主动联系的陌生客户已达 1 人' })
})

test('a welcome that is held back shows in the thread and at the account, and often enough to those in charge', async () => {
  const shop = await shopWorld('douyin', '您好，加微信聊')
  const { clock, hire, zhao } = shop
  const supervisor = await hire('周野', 'supervisor')
  const operator = await hire('苏沐', 'operator')
  const text = `欢迎语未发送：${CONTACT_REASON}`

  await shop.enter('甲')

  expect(shop.arrived.size).toBe(0)
  expect(await shop.linesOf('甲')).toEqual([text])
  const at = clock.now().toISOString()
  expect(await shop.detail()).toMatchObject({ lastError: text, lastErrorAt: at, quotaToday: { heldBack: 1 } })
  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([{ lastError: text }])
  const history = () => zhao.call(channelApi.eventList, { body: { relationId: shop.relationId, kind: 'held_back' } })
  expect((await history()).items).toMatchObject([{ text, operatorId: null }])
  await shop.enter('乙')
  expect(await shop.notices()).toEqual([])

  await shop.enter('丙', '丁')
  const notice = {
    text: `「抖音号 shop」近 1 小时有 3 条以上欢迎语未发送：${CONTACT_REASON}`,
    to: [supervisor.id, operator.id].toSorted(),
  }
  expect(await shop.notices()).toEqual([notice])
  expect((await history()).items).toHaveLength(1)

  clock.advance(HOUR_MS + 1)
  await shop.enter('戊', '己')
  expect(await shop.notices()).toHaveLength(1)
  await shop.enter('庚')
  expect(await shop.notices()).toEqual([notice, notice])
})

test('what was held back stays the last error for a day, whatever is sent meanwhile', async () => {
  const shop = await shopWorld('redbook', '您好，加微信聊')
  await shop.enter('甲')
  await shop.write('甲')

  await shop.send(shop.lin, '甲', '在的')

  expect((await shop.detail()).lastError).toBe(`欢迎语未发送：${CONTACT_REASON}`)
  shop.clock.advance(24 * HOUR_MS)
  expect((await shop.detail()).lastError).toBeNull()
})

test('a card rule that is held back counts it, says so in the thread, and is measured', async () => {
  const shop = await shopWorld('redbook')
  await shop.addRule({ before: '加微信聊' })
  await shop.addRule({ name: '全都发', after: '微信见', trigger: { type: 'ad_enter' } })
  const measured = async () => {
    const values = await Promise.all(shop.reception.metrics.map(async (metric) => (await metric.get()).values))
    return values.flat().find(({ labels }) => labels.kind === 'card_rule')?.value ?? 0
  }
  const before = await measured()

  await shop.enter('甲')

  expect(shop.arrived.get('甲')).toEqual(['您好，欢迎光临'])
  expect(await shop.linesOf('甲')).toEqual([`发卡规则「新客发卡」未发送：${CONTACT_REASON}`])
  expect(await shop.rules()).toMatchObject([{ blocked: 1, sent: 0, leadRate: -1 }, { blocked: 0 }])
  expect((await measured()) - before).toBe(1)
})

test('nothing is said about messages to a customer who was blocked', async () => {
  const shop = await shopWorld('redbook')
  await shop.write('甲')
  const customerId = await shop.idOf('甲')
  await shop.zhao.call(customerApi.block, { body: { customerId, block: true } })

  await shop.enter('甲')

  expect(shop.arrived.size).toBe(0)
  expect(await shop.linesOf('甲')).toEqual([])
})
