import {
  CARD_RULES_MAX,
  type CardRule,
  cardRuleApi,
  channelApi,
  type MaterialId,
  type RelationId,
} from '@ruwu/contract'
import { expect, test } from 'vitest'
import { channelAccount } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { materialWorld } from '../../testing/material-world.ts'
import { plansOf } from '../../testing/plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

const draft = (relationId: RelationId, materialIds: MaterialId[], change: object = {}) => ({
  body: { relationId, name: '首次进线', trigger: { type: 'first_enter' as const }, materialIds, ...change },
})

const fieldsOf = ({ id, version, ...rule }: CardRule, change: object = {}) => ({
  body: { ...rule, id, version, ...change },
})

const regex = (...words: string[]) => ({ trigger: { type: 'keyword', match: 'regex', words } })

const list = (person: Person, relationId: RelationId) => person.call(cardRuleApi.list, { body: { relationId } })

async function rulesWorld() {
  const here = await materialWorld()
  const relationId = await here.bindDouyin(here.zhao)
  const card = await here.addCard(relationId)
  const save = (name: string, change: object = {}) =>
    here.zhao.call(cardRuleApi.save, draft(relationId, [card], { name, ...change }))
  const names = async () => (await list(here.zhao, relationId)).map((rule) => `${rule.position} ${rule.name}`)
  return { ...here, relationId, card, save, names }
}

test('a new rule is the last, has its defaults and no figures yet, and open lists hear of it', async () => {
  const { zhao, wei, relationId, card, save, names } = await rulesWorld()
  await save('甲')
  const screen = await wei.connect()

  const rule = await save('乙')

  expect(rule).toMatchObject({
    relationId,
    position: 1,
    materialIds: [card],
    delaySec: 2,
    maxPerCustomer: 2,
    intervalHours: 24,
    skipWithLead: true,
    dailyMax: 0,
    continue: false,
    enabled: true,
    sent: 0,
    blocked: 0,
    leadRate: -1,
    version: 1,
  })
  expect(await names()).toEqual(['0 甲', '1 乙'])
  expect((await list(zhao, relationId))[1]).toEqual(rule)
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['card_rule_change'])
})

test('an edit is kept, an old version is refused with the name of who was faster, two at once have one winner', async () => {
  const { zhao, save } = await rulesWorld()
  const rule = await save('甲')

  const saved = await zhao.call(cardRuleApi.update, fieldsOf(rule, { name: '乙', continue: true, before: ' 您好 ' }))
  expect(saved).toMatchObject({ name: '乙', continue: true, before: '您好', version: 2, position: 0 })
  expect(await zhao.refused(cardRuleApi.update, fieldsOf(rule))).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
  const answers = await Promise.all(
    ['丙', '丁'].map((name) => zhao.request(cardRuleApi.update, fieldsOf(saved, { name }))),
  )
  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40902])
  expect(await zhao.call(cardRuleApi.enable, { body: { id: rule.id, enabled: false } })).toMatchObject({
    enabled: false,
    version: 4,
  })
})

test('references of a rule are validated', async () => {
  const { zhao, relationId, card, addCard, bindRedbook } = await rulesWorld()
  const problemOf = async (change: object, cards = [card]) =>
    ((await zhao.refused(cardRuleApi.save, draft(relationId, cards, change))).data as { fields: object }).fields

  expect(await problemOf(regex('多少', '('))).toEqual({ 'trigger.words': '正则表达式不正确' })
  expect(await problemOf({}, [await addCard(await bindRedbook(zhao))])).toEqual({
    materialIds: '所选卡片不存在或已删除',
  })
  expect(await problemOf({}, [await addCard(relationId, { isRemoved: true })])).toEqual({
    materialIds: '所选卡片不存在或已删除',
  })
  expect(await problemOf({ conditions: [{ type: 'kos', relationIds: [relationId] }] })).toEqual({
    conditions: '所选子账号不存在或已删除',
  })
  expect(await problemOf({}, [])).toEqual({ materialIds: '请选择卡片' })
  expect(await problemOf({ delaySec: 61 })).toEqual({ delaySec: '延迟为 0 到 60 秒' })
  expect(await problemOf({ trigger: { type: 'round', n: 21 } })).toEqual({ 'trigger.n': '轮数为 1 到 20' })
})

test('thirty rules and no more, also when two are saved at once', async () => {
  const { zhao, relationId, card, save, names } = await rulesWorld()
  for (let number = 1; number < CARD_RULES_MAX; number += 1) await save(`${number}`)

  const answers = await Promise.all(
    ['甲', '乙'].map((name) => zhao.request(cardRuleApi.save, draft(relationId, [card], { name }))),
  )

  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 42200])
  expect(await names()).toHaveLength(CARD_RULES_MAX)
})

test('rules move and go without leaving holes, also many at once', async () => {
  const { zhao, relationId, save, names, db } = await rulesWorld()
  const rules = [await save('甲'), await save('乙'), await save('丙'), await save('丁')]
  const [a, b, c, d] = rules.map((rule) => rule.id)
  if (!a || !b || !c || !d) throw new Error('there are four')

  await zhao.call(cardRuleApi.move, { body: { id: d, targetPosition: 0 } })
  expect(await names()).toEqual(['0 丁', '1 甲', '2 乙', '3 丙'])
  await zhao.call(cardRuleApi.move, { body: { id: d, targetPosition: 99 } })
  expect(await names()).toEqual(['0 甲', '1 乙', '2 丙', '3 丁'])

  for (let round = 0; round < 3; round += 1) {
    await Promise.all([
      zhao.call(cardRuleApi.move, { body: { id: a, targetPosition: 3 } }),
      zhao.call(cardRuleApi.move, { body: { id: d, targetPosition: 0 } }),
      zhao.call(cardRuleApi.move, { body: { id: b, targetPosition: 2 } }),
    ])
    expect((await list(zhao, relationId)).map((rule) => rule.position)).toEqual([0, 1, 2, 3])
  }
  await Promise.all([b, c].map((id) => zhao.call(cardRuleApi.remove, { query: { id } })))
  expect((await list(zhao, relationId)).map((rule) => rule.position)).toEqual([0, 1])
  // Its log is deleted with a rule.
  expect(await auditEntries(db, cardRuleApi.remove)).toHaveLength(2)
  expect(await auditEntries(db, cardRuleApi.remove)).toContainEqual(
    expect.objectContaining({ agentId: zhao.id, object: b, objectName: '乙' }),
  )
})

test('a try names for each rule why it does not fire, and sends nothing', async () => {
  const { zhao, relationId, save, addCard } = await rulesWorld()
  const off = await addCard(relationId, { enabled: false })
  await save('首次')
  await save('问价', { trigger: { type: 'keyword', match: 'contains', words: ['多少钱'] }, continue: true })
  await save('停用卡', { trigger: { type: 'round', n: 2 }, materialIds: [off] })
  await save('索要', { trigger: { type: 'asks_contact' } })
  await save('静默', { trigger: { type: 'silence', n: 10 } })
  const state = { round: 2, hasLead: false, receptionType: 'ai_agent' as const }

  const verdicts = await zhao.call(cardRuleApi.try, { body: { relationId, text: '多少钱？加个微信', state } })

  expect(verdicts.map(({ fires, reason }) => (fires ? '命中' : reason))).toEqual([
    '触发不符',
    '命中',
    '卡片不可用',
    '命中',
    '触发不符',
  ])
  const { items } = await zhao.call(cardRuleApi.log, { body: { ruleId: verdicts[1]?.ruleId ?? ('' as never) } })
  expect(items).toEqual([])
})

test('rules are copied to another account with its own cards; what finds none, or speaks of sub-accounts, arrives switched off', async () => {
  const { zhao, db, clock, relationId, addCard, bindDouyin, save } = await rulesWorld()
  const shared = await addCard(relationId, { title: '共有' })
  const staffId = newId<RelationId>(clock.now())
  const main = (await db.sql.select().from(channelAccount))[0]
  if (!main) throw new Error('no account')
  await db.sql.insert(channelAccount).values({
    ...main,
    id: staffId,
    platformId: 'staff',
    accountType: 'KOS',
    parentId: relationId,
  })
  await save('共有', { materialIds: [shared] })
  await save('没有')
  await save('子账号', { materialIds: [shared], conditions: [{ type: 'kos', relationIds: [staffId] }] })
  const to = await bindDouyin(zhao, 'dy-2')
  const counterpart = await addCard(to, { title: '共有' })
  await zhao.call(cardRuleApi.save, draft(to, [counterpart], { name: '共有', delaySec: 9 }))
  const copy = (dryRun = false) =>
    zhao.call(channelApi.copyConfig, {
      body: { fromRelationId: relationId, toRelationIds: [to], parts: ['cardRule'], dryRun },
    })

  const texts = [
    '发卡规则「没有」复制后停用：卡片「标题 1」：该账号没有同类型、同标题的卡片',
    '发卡规则「子账号」复制后停用：子账号条件不复制',
  ]
  const answer = { success: 1, failed: [], lacks: [{ id: to, name: '抖音号 dy-2', texts }] }
  expect(await copy(true)).toEqual(answer)
  expect(await list(zhao, to)).toHaveLength(1)
  expect(await copy()).toEqual(answer)
  expect(await copy()).toEqual(answer)

  expect(await list(zhao, to)).toMatchObject([
    { name: '共有', position: 0, materialIds: [counterpart], enabled: true, delaySec: 2 },
    { name: '没有', position: 1, materialIds: [], enabled: false },
    { name: '子账号', position: 2, materialIds: [counterpart], enabled: false, conditions: [] },
  ])
  const empty = (await list(zhao, to))[1]
  expect(
    await zhao.refused(cardRuleApi.enable, { body: { id: empty?.id ?? ('' as never), enabled: true } }),
  ).toMatchObject({ code: 40001, data: { fields: { materialIds: '请选择卡片' } } })
})

/** A statement, or the plan of one. */
const readsLog = (text: string) => /from "?card_rule_log|on card_rule_log/i.test(text)

test('figures of rules join their log with leads, and are read when the account is no longer locked', async () => {
  const { db, zhao, relationId, save } = await rulesWorld()
  const { id } = await save('甲')

  const plans = (await plansOf(db, () => list(zhao, relationId))).filter(readsLog)
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).not.toMatch(/SubPlan/)

  const sent = await statementsOf(db, () => zhao.call(cardRuleApi.enable, { body: { id, enabled: false } }))
  const locked = sent.findIndex((text) => text.includes('"channel_account"') && text.includes('for no key update'))
  const unlocked = sent.indexOf('commit', locked)
  expect(locked).toBeGreaterThan(-1)
  expect(sent.slice(locked, unlocked).filter(readsLog)).toEqual([])
  expect(sent.slice(unlocked).filter(readsLog)).toHaveLength(2)
})

test('another enterprise’s rules and accounts look absent', async () => {
  const { rival, relationId, card, save, addCustomer } = await rulesWorld()
  const rule = await save('甲')
  const customerId = await addCustomer(relationId)
  const { id } = rule
  const state = { round: 1, hasLead: false, receptionType: 'manual' as const }
  const account = { code: 40401, msg: '账号不存在或已删除' }
  const absent = { code: 40401, msg: '发卡规则不存在或已删除' }

  expect(await absentForRival(rival, cardRuleApi.list, { body: { relationId } })).toMatchObject(account)
  expect(await absentForRival(rival, cardRuleApi.save, draft(relationId, [card]))).toMatchObject(account)
  expect(await absentForRival(rival, cardRuleApi.try, { body: { relationId, text: '', state } })).toMatchObject(account)
  expect(await absentForRival(rival, cardRuleApi.update, fieldsOf(rule))).toMatchObject(absent)
  expect(await absentForRival(rival, cardRuleApi.enable, { body: { id, enabled: false } })).toMatchObject(absent)
  expect(await absentForRival(rival, cardRuleApi.move, { body: { id, targetPosition: 0 } })).toMatchObject(absent)
  expect(await absentForRival(rival, cardRuleApi.remove, { query: { id } })).toMatchObject(absent)
  const customer = { code: 40401, msg: '客户不存在或已删除' }
  expect(await absentForRival(rival, cardRuleApi.listManual, { body: { customerId } })).toMatchObject(customer)
  expect(await absentForRival(rival, cardRuleApi.fire, { body: { customerId, ruleId: id } })).toMatchObject(customer)
  expect(await absentForRival(rival, cardRuleApi.log, { body: { ruleId: id } })).toMatchObject(absent)
})
