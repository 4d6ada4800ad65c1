import {
  cardRuleApi,
  type CardRuleFields,
  type CustomerId,
  type LeadId,
  type MessageId,
  type RelationId,
  tagApi,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cardRuleLog, channelAccount, customer, lead, session } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { materialWorld } from '../../testing/material-world.ts'
import { createIntents } from '../automation/index.ts'
import { CardRuleRunner, SILENCE_MAX_LATE_MS } from './card-rule-runner.ts'
import type { FlowMessage, FlowSender } from './flow-sender.ts'

// R142

/** Says whether a message may go, and remembers those that went. */
class FakeSender implements FlowSender {
  readonly sent: FlowMessage[] = []
  refuse: (message: FlowMessage) => string | undefined = () => undefined

  async send(tx: Parameters<FlowSender['send']>[0], message: FlowMessage) {
    const blocked = this.refuse(message)
    if (blocked !== undefined) return { blocked }
    tx.afterCommit(() => this.sent.push(message))
    return { messageId: newId<MessageId>(new Date()) }
  }

  readonly reported: string[] = []

  async report(_tx: Parameters<FlowSender['report']>[0], { kind, name, reason }: Parameters<FlowSender['report']>[1]) {
    this.reported.push(`${kind} ${name} ${reason}`)
  }

  get said(): string[] {
    return this.sent.map(({ content }) => (content.type === 'text' ? content.text : '卡片'))
  }
}

async function runnerWorld() {
  const here = await materialWorld()
  const { db, clock, zhao } = here
  const relationId = await here.bindDouyin(zhao)
  const card = await here.addCard(relationId)
  const customerId = await here.addCustomer(relationId)
  const sender = new FakeSender()
  const tagged: string[] = []
  const tag = async (_tx: unknown, _key: unknown, { name, tagIds }: { name: string; tagIds: string[] }) => {
    if (tagIds.length > 0) tagged.push(name)
  }
  const charged: string[] = []
  const judge = {
    judge: async <Id extends string>({ texts, tags }: { texts: string[]; tags: { id: Id; aiPrompt: string }[] }) =>
      tags.filter(({ aiPrompt }) => texts.some((text) => aiPrompt.includes(text))).map(({ id }) => id),
  }
  const intents = createIntents({ db, clock, judge })
  const charge = async (_tx: unknown, { receptionType }: { receptionType: string }) => void charged.push(receptionType)
  const runner = () =>
    new CardRuleRunner({ db, clock, log: createLog('silent'), sender, tag, intents: { ...intents, charge } })

  const save = (change: Partial<CardRuleFields> = {}) =>
    zhao.call(cardRuleApi.save, {
      body: {
        relationId,
        name: '问价',
        trigger: { type: 'keyword', match: 'contains', words: ['价格'] },
        materialIds: [card],
        ...change,
      },
    })
  const says = (text: string, messageSeq: number, who: CustomerId = customerId) =>
    runner().onInbound({ entId: zhao.entId, customerId: who, kind: 'message', text, messageSeq })
  const enters = (messageSeq: number, isAd = false, isFirst?: boolean) =>
    runner().onInbound({ entId: zhao.entId, customerId, kind: 'enter', isAd, messageSeq, isFirst })
  const log = () => db.sql.select().from(cardRuleLog).orderBy(cardRuleLog.id)
  const change = (to: Partial<typeof customer.$inferInsert>) =>
    db.sql.update(customer).set(to).where(eq(customer.id, customerId))
  return { ...here, relationId, card, customerId, sender, runner, save, says, enters, log, change, tagged, charged }
}

test('a rule says what comes before, the card, and what comes after, after its delay, and notes it down', async () => {
  const { zhao, card, customerId, sender, save, says } = await runnerWorld()
  const rule = await save({ before: '这是报价', after: '填一下就好', delaySec: 5 })

  expect(await says('价格多少', 3)).toBe(1)

  expect(sender.said).toEqual(['这是报价', '卡片', '填一下就好'])
  expect(sender.sent[1]).toMatchObject({
    customerId,
    content: { type: 'link', extra: { cardId: card } },
    cardRuleId: rule.id,
    materialId: card,
    expected: { receptionType: 'ai_agent', receptionEpoch: 1 },
    delayMs: 5000,
  })
  const { items } = await zhao.call(cardRuleApi.log, { body: { ruleId: rule.id } })
  expect(items).toMatchObject([{ customerId, materialId: card, materialName: '卡片 1', result: 'sent', error: '' }])
})

test('handling the same message twice, concurrently or later, sends once', async () => {
  const { clock, sender, save, says, log } = await runnerWorld()
  await save({ continue: true })
  await save({ name: '也问价' })

  const fired = await Promise.all([says('价格', 3), says('价格', 3), says('价格', 3)])
  clock.advance(25 * 3_600_000)
  fired.push(await says('价格', 3))

  expect(fired.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2])
  expect(sender.said).toEqual(['卡片', '卡片'])
  expect(await log()).toHaveLength(2)
  expect(await says('价格', 4)).toBe(2)
})

test('limits count sent cards only: interval and number; failed ones don’t count', async () => {
  const { clock, db, sender, save, says } = await runnerWorld()
  await save({ maxPerCustomer: 2, intervalHours: 1 })

  expect(await says('价格', 1)).toBe(1)
  expect(await says('价格', 2)).toBe(0)
  clock.advance(3_600_000)
  expect(await says('价格', 3)).toBe(1)
  clock.advance(3_600_000)
  expect(await says('价格', 4)).toBe(0)
  await db.sql.update(cardRuleLog).set({ result: 'failed' })
  expect(await says('价格', 5)).toBe(1)
  expect(sender.sent).toHaveLength(3)
})

test('a day’s limit holds for customers who write at once, and begins anew at midnight', async () => {
  const { clock, relationId, addCustomer, sender, save, says } = await runnerWorld()
  await save({ dailyMax: 2 })
  const people = await Promise.all([1, 2, 3, 4].map(() => addCustomer(relationId)))

  const fired = await Promise.all(people.map((who) => says('价格', 1, who)))

  expect(fired.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1])
  // From 10:00 to midnight in Shanghai.
  clock.advance(14 * 3_600_000)
  expect(await says('价格', 9, people[fired.indexOf(0)])).toBe(1)
  expect(sender.sent).toHaveLength(3)
})

test('several cards go in turn, those that cannot be sent are passed over', async () => {
  const { relationId, card, addCard, addCustomer, sender, save, says } = await runnerWorld()
  const second = await addCard(relationId)
  const off = await addCard(relationId, { enabled: false })
  await save({ materialIds: [card, off, second] })

  for (let number = 0; number < 4; number += 1) await says('价格', 1, await addCustomer(relationId))

  expect(sender.sent.map(({ materialId }) => materialId)).toEqual([card, second, second, card])
})

test('a blocked card is not sent, is logged with its reason and not retried for the same message', async () => {
  const { zhao, sender, save, says } = await runnerWorld()
  const bad = await save({ before: '加微信', continue: true })
  const good = await save({ name: '好', before: '您好' })
  sender.refuse = ({ content }) => (content.type === 'text' && content.text === '加微信' ? '包含联系方式' : undefined)

  expect(await says('价格', 3)).toBe(2)
  expect(await says('价格', 3)).toBe(0)

  expect(sender.said).toEqual(['您好', '卡片'])
  const logOf = async (ruleId: typeof bad.id) => (await zhao.call(cardRuleApi.log, { body: { ruleId } })).items
  expect(await logOf(bad.id)).toMatchObject([{ result: 'blocked', error: '包含联系方式' }])
  expect(sender.reported).toEqual(['card_rule 发卡规则「问价」 包含联系方式'])
  expect(await logOf(good.id)).toMatchObject([{ result: 'sent' }])
})

test('a text after the card that is blocked leaves the card sent and says so', async () => {
  const { sender, save, says, log } = await runnerWorld()
  await save({ after: '再见' })
  sender.refuse = ({ content }) => (content.type === 'text' ? '次数已用完' : undefined)

  await says('价格', 3)

  expect(sender.said).toEqual(['卡片'])
  expect(await log()).toMatchObject([{ result: 'sent', error: '后置话术未发送：次数已用完' }])
})

test('a first entry below a comment or a message of the merchant fires 首次进线', async () => {
  const { save, enters } = await runnerWorld()
  await save({ name: '首次', trigger: { type: 'first_enter' } })

  expect(await enters(2, false, false)).toBe(0)
  expect(await enters(3, false, true)).toBe(1)
})

test('first entry is the first message of the thread; ad entries are recognised; rounds are the session’s', async () => {
  const { db, sender, save, enters, says, clock } = await runnerWorld()
  await save({ name: '首次', trigger: { type: 'first_enter' } })
  await save({ name: '广告', trigger: { type: 'ad_enter' } })
  await save({ name: '三轮', trigger: { type: 'round', n: 3 } })

  expect(await enters(1)).toBe(1)
  expect(await enters(2)).toBe(0)
  expect(await enters(3, true)).toBe(1)
  expect(await says('你好', 4)).toBe(0)
  await db.sql.update(session).set({ turns: 3 })
  expect(await says('你好', 5)).toBe(1)
  clock.advance(25 * 3_600_000)
  expect(await enters(6)).toBe(0)
  expect(sender.sent).toHaveLength(3)
})

test('a sub-account’s customers get the cards of its own rules, then of its main account’s', async () => {
  const { zhao, db, clock, relationId, account, addCustomer, addCard, sender, save, says } = await runnerWorld()
  const staffId = newId<RelationId>(clock.now())
  const main = await account(relationId)
  await db.sql
    .insert(channelAccount)
    .values({ ...main, id: staffId, platformId: 'staff', accountType: 'KOS', parentId: relationId })
  await save({ name: '主账号', conditions: [{ type: 'kos', relationIds: [staffId] }] })
  const who = await addCustomer(staffId)

  expect(await says('价格', 1)).toBe(0)
  expect(await says('价格', 1, who)).toBe(1)
  const own = await addCard(staffId)
  const trigger = { type: 'keyword' as const, match: 'contains' as const, words: ['价格'] }
  await zhao.call(cardRuleApi.save, { body: { relationId: staffId, name: '子账号', trigger, materialIds: [own] } })
  expect(await says('价格', 1, await addCustomer(staffId))).toBe(1)
  expect(sender.sent.at(-1)?.materialId).toBe(own)
})

test('a customer with a lead, or blocked, gets no card', async () => {
  const { customerId, sender, save, says, change, addMessage } = await runnerWorld()
  await save()
  await change({ isBlocked: true })
  expect(await says('价格', 2)).toBe(0)
  await change({ isBlocked: false })
  await addMessage(customerId, {
    content: { type: 'link', extra: { cardType: 'lead_form', cardId: 'x', state: 'filled' } },
    senderKind: 'customer',
    status: 1,
  })

  expect(await says('价格', 3)).toBe(0)
  expect(sender.sent).toEqual([])
})

test('a silence is answered once, in time, and only while it lasts', async () => {
  const { clock, sender, runner, save, change } = await runnerWorld()
  await save({ name: '五分', trigger: { type: 'silence', n: 5 }, intervalHours: 1, maxPerCustomer: 5 })
  await save({ name: '十分', trigger: { type: 'silence', n: 10 } })
  const spoke = (lastInboundSeq: number) =>
    change({ lastInboundAt: clock.now(), lastMessageAt: clock.now(), lastInboundSeq })
  await spoke(4)

  clock.advance(4 * 60_000)
  expect(await runner().runSilence()).toBe(false)
  clock.advance(60_000)
  expect(await Promise.all([runner().runSilence(), runner().runSilence()])).toContain(true)
  expect(sender.sent).toHaveLength(1)
  clock.advance(5 * 60_000)
  await runner().runSilence()
  expect(sender.sent).toHaveLength(2)
  await runner().runSilence()
  expect(sender.sent).toHaveLength(2)

  clock.advance(3_600_000)
  await spoke(9)
  clock.advance(5 * 60_000 + SILENCE_MAX_LATE_MS)
  expect(await runner().runSilence()).toBe(false)
})

test('figures count what came of the cards; the rate is of customers who left a contact within a day', async () => {
  const { zhao, db, clock, relationId, customerId, addCustomer, save, says } = await runnerWorld()
  const rule = await save()
  const others = [await addCustomer(relationId), await addCustomer(relationId)] as const
  for (const who of [customerId, ...others]) await says('价格', 1, who)
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)
  await db.sql
    .update(cardRuleLog)
    .set({ clickedAt: at(1), submittedAt: at(24) })
    .where(eq(cardRuleLog.customerId, customerId))
  const leave = (who: CustomerId, hours: number, change: Partial<typeof lead.$inferInsert> = {}) =>
    db.sql.insert(lead).values({
      entId: zhao.entId,
      id: newId<LeadId>(at(hours)),
      customerId: who,
      relationId,
      kind: 'phone',
      value: '13800001234',
      normalised: '13800001234',
      state: 'valid',
      isPrimary: false,
      extractor: 'rule',
      receptionType: 'manual',
      status: 'new',
      result: 'new',
      lastHitAt: at(hours),
      createdAt: at(hours),
      updatedAt: at(hours),
      ...change,
    })
  const rate = async () => (await zhao.call(cardRuleApi.list, { body: { relationId } }))[0]?.leadRate

  const [listed] = await zhao.call(cardRuleApi.list, { body: { relationId } })
  expect(listed).toMatchObject({ id: rule.id, sent: 3, clicked: 1, submitted: 1, leadRate: 0 })

  await leave(customerId, 25)
  await leave(others[0], 1, { kind: 'wechat_copy' })
  await leave(others[1], 1, { state: 'ambiguous' })
  expect(await rate()).toBe(0)
  await leave(others[0], 23)
  expect(await rate()).toBeCloseTo(1 / 3)
})

test('the log is read piece by piece, newest first', async () => {
  const { zhao, clock, relationId, addCustomer, save, says } = await runnerWorld()
  const { id: ruleId } = await save()
  const people: CustomerId[] = []
  for (let number = 0; number < 3; number += 1) {
    const who = await addCustomer(relationId)
    people.push(who)
    clock.advance(1000)
    await says('价格', 1, who)
  }

  const first = await zhao.call(cardRuleApi.log, { body: { ruleId, limit: 2 } })
  const second = await zhao.call(cardRuleApi.log, { body: { ruleId, limit: 2, cursor: first.nextCursor } })

  expect([...first.items, ...second.items].map((item) => item.customerId)).toEqual(people.toReversed())
  expect(second.nextCursor).toBeNull()
  expect(await zhao.refused(cardRuleApi.log, { body: { ruleId, cursor: 'x' } })).toMatchObject({ code: 40001 })
})

test('an agent’s click fires a rule within its limits, and no event does', async () => {
  const { zhao, customerId, sender, runner, save, says } = await runnerWorld()
  const { id } = await save({ trigger: { type: 'manual' }, maxPerCustomer: 1 })
  const key = { entId: zhao.entId, customerId }

  expect(await says('价格', 3)).toBe(0)
  expect(await runner().listManual(key)).toEqual([{ id, name: '问价', reason: '' }])
  expect(await runner().onClick(key, id, async () => {})).toBe('')
  expect(await runner().onClick(key, id, async () => {})).toBe('已达每客户上限')

  expect(sender.sent).toHaveLength(1)
  expect(await runner().listManual(key)).toMatchObject([{ reason: '已达每客户上限' }])
})

test('a click that the guard holds back says why', async () => {
  const { zhao, customerId, sender, runner, save } = await runnerWorld()
  const { id } = await save({ trigger: { type: 'manual' } })
  sender.refuse = () => '次数已用完'

  expect(await runner().onClick({ entId: zhao.entId, customerId }, id, async () => {})).toBe('次数已用完')
})

test('tags decide on a rule, and a sent card binds its own', async () => {
  const { zhao, sender, save, says, change, tagged } = await runnerWorld()
  const tag = await zhao.call(tagApi.create, { body: { name: '老客' } })
  await save({ name: '老客卡', conditions: [{ type: 'tag', tagIds: [tag.id] }], tagIds: [tag.id] })
  await save({ name: '新客卡', conditions: [{ type: 'no_tag', tagIds: [tag.id] }] })

  await says('价格', 1)
  expect(tagged).toEqual([])
  await change({ tagIds: [tag.id] })
  await says('价格', 2)

  expect(sender.sent.map(({ name }) => name)).toEqual(['发卡规则「新客卡」', '发卡规则「老客卡」'])
  expect(tagged).toEqual(['老客卡'])
})

test('AI 判断意图 fires by what the AI finds in a message, and its use is charged', async () => {
  const { sender, save, says, charged } = await runnerWorld()
  await save({ trigger: { type: 'intent', text: '客户询问价格' } })

  expect(await says('退货', 1)).toBe(0)
  expect(await says('价格', 2)).toBe(1)

  expect(sender.sent).toHaveLength(1)
  expect(charged).toEqual(['ai_agent'])
})

test('without points only the AI’s own customers are judged', async () => {
  const { db, sender, save, says, change } = await runnerWorld()
  await save({ trigger: { type: 'intent', text: '客户询问价格' } })
  await db.pool.query('update point_account set order_points = 0, bonus_order_points = 0, bonus_human_points = 0')
  await change({ receptionType: 'manual', aiOffReason: 'schedule' })

  expect(await says('价格', 1)).toBe(0)
  expect(sender.sent).toEqual([])
})
