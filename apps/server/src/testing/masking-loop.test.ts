import {
  allEndpoints,
  type ChatRoute,
  chatConversationRoutes,
  chatRelationRoutes,
  chatTopicRoutes,
  chatUserRoutes,
  customerApi,
  automationRuleApi,
  type AutomationRuleId,
  type CustomerId,
  type CardRuleId,
  flowApi,
  type KnowledgeId,
  knowledgeApi,
  leadApi,
  type MaterialId,
  messageApi,
  type MessageId,
  type NamedEndpoint,
  type ScheduledMessageId,
  SCOPE,
} from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  agent,
  cardRule,
  cardRuleLog,
  customer,
  message,
  pointOrder,
  role,
  scheduledMessage,
  topic,
} from '../db/schema/index.ts'
import { recordMiss } from '../features/knowledge/index.ts'
import { type AiWorld, aiWorld } from './ai-world.ts'
import { saveCustomerSetting } from './customer-setting.ts'
import { newId } from '../platform/ids.ts'
import { digest, PASSWORD } from './password.ts'
import type { Person } from './person.ts'
import { says } from './scripted-engine.ts'

/** What every text about the customer says, and the part of it that must not be told. */
const NUMBER = { text: '13877776666', secret: '13877776666' }
const WECHAT = { text: '微信 mkwx7788', secret: 'mkwx7788' }

/** Everything but `customer:viewSensitive`, over all customers: 运营 and 只读 have less. */
async function hireReader({ hire, db }: AiWorld): Promise<Person> {
  const reader = await hire(
    '督查',
    allPermissions().filter((each) => each !== 'customer:viewSensitive'),
  )
  await db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  return reader.signIn()
}

/** A customer whose mark stands in name, remark, city, messages, notes, leads, the AI's run, its card and its missed question. */
async function markCustomer(
  here: AiWorld,
  mark: string,
): Promise<{ customerId: CustomerId; id: KnowledgeId; ruleId: CardRuleId; automationRuleId: AutomationRuleId }> {
  const { db, clock, lin, wei, zhao, account } = here
  const relationId = account.id
  const entry = { relationId, type: 'qa' as const, question: '多少钱', answer: '399 元' }
  const { id } = await zhao.call(knowledgeApi.save, { body: entry })
  const piece = { knowledgeId: id, type: 'qa' as const, title: '', piece: '399 元', score: 0.9 }
  here.engine.script = () => ({ ...says('399 元'), isHit: true, knowledge: [piece], used: [id] })
  const customerId = await here.ask('小满', `我电话 ${mark}，多少钱`)
  await db.sql
    .update(customer)
    .set({ name: `满 ${mark}` })
    .where(eq(customer.id, customerId))
  await db.sql
    .update(topic)
    .set({ name: `满 ${mark}` })
    .where(eq(topic.id, customerId))
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.update, { body: { customerId, remark: `王 ${mark}`, city: mark } })
  await lin.call(customerApi.createNote, { body: { customerId, text: `打 ${mark}` } })
  await lin.call(customerApi.redirect, { body: { customerId, agentId: wei.id, reason: '更专业的同事', note: mark } })
  const [asked] = await db.sql.select().from(message).where(eq(message.topicId, customerId))
  const miss = { entId: lin.entId, relationId, customerId, messageId: asked!.id as MessageId }
  await recordMiss(db.sql, { ...miss, question: `${mark} 是谁` }, clock.now())
  await db.sql.insert(scheduledMessage).values({
    entId: lin.entId,
    id: newId<ScheduledMessageId>(clock.now()),
    customerId,
    agentId: wei.id,
    text: `打 ${mark}`,
    sendAt: new Date(clock.now().getTime() + 86_400_000),
    keepOnReply: true,
    isConfirmed: false,
    inboundSeq: 1,
    createdAt: clock.now(),
  })
  const ruleId = await logCard(here, customerId)
  const automationRuleId = await makeRule(here)
  await here.write('小满', `再说一次 ${mark}`)
  while (await here.reception.work.rules.run()) {
    // Until its run is in the log.
  }
  return { customerId, id, ruleId, automationRuleId }
}

/** A rule that runs for every message. */
async function makeRule({ zhao }: AiWorld): Promise<AutomationRuleId> {
  const rule = await zhao.call(automationRuleApi.save, {
    body: {
      name: '记一笔',
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [] },
      actions: [{ type: 'note', params: { text: '客户写了' } }],
      status: 'on',
    },
  })
  return rule.id
}

async function logCard({ db, clock, account }: AiWorld, customerId: CustomerId): Promise<CardRuleId> {
  const [now, ruleId, materialId] = [clock.now(), newId<CardRuleId>(clock.now()), newId<MaterialId>(clock.now())]
  const limits = { delaySec: 0, maxPerCustomer: 1, intervalHours: 1, dailyMax: 0, skipWithLead: true }
  await db.sql.insert(cardRule).values({
    entId: account.entId,
    id: ruleId,
    relationId: account.id,
    position: 0,
    name: '规则',
    materialIds: [materialId],
    ...limits,
    trigger: { type: 'first_enter' },
    goesOn: false,
    enabled: false,
    createdAt: now,
    updatedAt: now,
  })
  await db.sql.insert(cardRuleLog).values({
    entId: account.entId,
    id: newId<string>(now),
    ruleId,
    customerId,
    materialId,
    occasion: 'first',
    result: 'sent',
    createdAt: now,
  })
  return ruleId
}

/** An order of points; payments are not configured here. */
async function makeOrder({ db, clock, zhao: { entId, id: agentId } }: AiWorld): Promise<string> {
  const orderNo = '202603160000000001'
  const bought = { packageName: '基础', points: 10_000, bonusPoints: 0, amount: 98_000 }
  const now = clock.now()
  await db.sql.insert(pointOrder).values({ ...bought, entId, agentId, orderNo, createdAt: now, expireAt: now })
  return orderNo
}

/** Arguments of a call by their names; a name of one endpoint goes before a general one. */
type Known = Record<string, unknown>

function fill(schema: z.ZodType | undefined, name: string, known: Known): Record<string, unknown> | undefined {
  if (!schema) return undefined
  if (schema instanceof z.ZodUnion) return fill(schema.options[0] as z.ZodType, name, known)
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const given = keys.flatMap((key) => {
    const value = known[`${name}.${key}`] ?? known[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(given)
}

const callAll = async (person: Person, endpoints: NamedEndpoint[], known: Known) => {
  const answers: { name: string; code: number; text: string }[] = []
  for (const { name, endpoint } of endpoints) {
    const query = fill(endpoint.query, name, known)
    const body = fill(endpoint.body, name, known)
    const answer = await person.request(endpoint, { ...(query && { query }), ...(body && { body }) })
    answers.push({ name, code: answer.code, text: JSON.stringify(answer) })
  }
  return answers
}

type Marked = Awaited<ReturnType<typeof markCustomer>>

/** Arguments that ask every read for what the marked customer is in. */
async function argumentsFor(here: AiWorld, { customerId, id, ruleId, automationRuleId }: Marked): Promise<Known> {
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
  const idOf = (kind: string) => items.find(({ senderKind }) => senderKind === kind)?.id
  const { id: flowId } = await here.zhao.call(flowApi.create, { body: { name: '引导', templateId: 'lead' } })
  const orderNo = await makeOrder(here)
  return {
    customerId,
    customerIds: [customerId],
    relationId: here.account.id,
    ruleId,
    messageId: idOf('customer'),
    'aiRun.forMessage.messageId': idOf('ai'),
    'automationRule.samples.id': automationRuleId,
    'automationRule.try.id': automationRuleId,
    'automationRule.log.id': automationRuleId,
    'knowledge.detail.id': id,
    'knowledge.whereUsed.id': id,
    'knowledge.usage.id': id,
    'flow.detail.id': flowId,
    'flow.listVersions.id': flowId,
    'flow.runTest.id': flowId,
    'lead.timeline.leadId': (await here.zhao.call(leadApi.list, { body: { customerId } })).items[0]?.leadId,
    'order.checkCoupon.code': 'SPRING26',
    'order.checkCoupon.packageId': 'basic',
    'order.detail.orderNo': orderNo,
    'order.history.orderNo': orderNo,
    agentId: here.lin.id,
    'agent.detail.id': here.lin.id,
    'role.history.id': here.lin.roleId,
    'enterprise.listDicts.types': ['industry'],
    'enterprise.countOld.days': 365,
    'totp.begin.password': digest(PASSWORD),
    'receptionPlan.simulate.at': here.clock.now().toISOString(),
    'tag.tryRule.rule': { op: 'any', conditions: [{ type: 'keyword', words: ['1'], match: 'any' }], action: 'bind' },
    'homeDaily.report.date': new Date(here.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10),
    'customer.countViews.filters': [{ scope: SCOPE.colleagues }],
    keyword: '王',
    'channel.list.keyword': '',
    text: '你好',
    question: '多少钱',
    scope: SCOPE.colleagues,
    accountType: 'CORP',
    'channel.lastOpenSuccess.source': here.account.source,
    'channel.switchEffect.receptionMode': 'close',
    state: { round: 1, hasLead: false, receptionType: 'manual' },
    reason: '更专业的同事',
    archive: true,
    enabled: true,
    enableAi: true,
    isBlocked: true,
  }
}

/**
 * Reads of signed-in agents. The test of a model calls an address of the caller's choice; an export of a person needs the permission that
 * the reader without contacts does not have; a download answers a file, whose masks the tests of the exports look at; a visitor's phone is
 * in a demo alone.
 */
const READS = allEndpoints().filter(
  ({ name, endpoint }) =>
    endpoint.isRead &&
    endpoint.access !== 'public' &&
    endpoint.access !== 'customer:viewSensitive' &&
    !['modelSetting.test', 'export.download', 'demo.phone'].includes(name),
)

const namesWith = (secret: string) => (answers: { name: string; text: string }[]) =>
  answers.filter(({ text }) => text.includes(secret)).map(({ name }) => name)

test.each([
  ['number', true, NUMBER],
  ['WeChat id', true, WECHAT],
  ['WeChat id', false, WECHAT],
])('no answer and no frame tells a customer’s %s to who may not see it, with numbers masked: %s', async (...row) => {
  const [, maskPhone, { text: mark, secret }] = row
  const namesOf = namesWith(secret)
  const here = await aiWorld()
  if (!maskPhone) await saveCustomerSetting(here.zhao, { maskPhone })
  const reader = await hireReader(here)
  const screen = await reader.connect()
  const clearScreen = await here.zhao.connect()
  for (const each of [screen, clearScreen]) await each.next((frame) => frame.type === 'nop')
  const marked = await markCustomer(here, mark)
  const { customerId } = marked
  const known = await argumentsFor(here, marked)
  expect(JSON.stringify(await here.zhao.call(messageApi.list, { body: { customerId } }))).toContain(secret)

  const readAnswers = await callAll(reader, READS, known)
  expect(namesOf(readAnswers)).toEqual([])
  expect(readAnswers.filter(({ code }) => code !== 1)).toEqual([])

  const writes = allEndpoints().filter(
    ({ endpoint }) => !endpoint.isRead && endpoint.body instanceof z.ZodObject && 'customerId' in endpoint.body.shape,
  )
  const writeAnswers = await callAll(reader, writes, known)
  expect(namesOf(writeAnswers)).toEqual([])
  expect(writeAnswers.filter(({ code }) => code === 1).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['message.locate', 'customer.release', 'customer.archive', 'customer.update']),
  )

  const chats = await callChat(here, reader, customerId)
  expect(namesOf(chats)).toEqual([])
  expect(chats.filter(({ code }) => code === 200).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/api/topic/info/:topicId', '/api/chat/info/:topicId', '/api/chat/sync/:topicId']),
  )

  await screen.roundTrip()
  const frames = screen.frames.map((frame) => JSON.stringify(frame))
  expect(frames.length).toBeGreaterThan(10)
  expect(frames.filter((frame) => frame.includes(secret))).toEqual([])

  await clearScreen.roundTrip()
  const [clearChats, maskedChats] = [clearScreen, screen].map((each) =>
    each.take('chat').filter(({ topicId, seq }) => topicId === customerId && seq !== undefined),
  )
  expect(JSON.stringify(clearChats)).toContain(secret)
  expect(maskedChats?.map(({ seq }) => seq)).toEqual(clearChats?.map(({ seq }) => seq))
})

test.each([
  ['本人', { customerScope: 'own' as const }, { accountScope: null }],
  ['other accounts', { customerScope: 'all' as const }, { accountScope: [] }],
])('no read names a customer outside the data scope: %s', async (_name, ofRole, ofAgent) => {
  const here = await aiWorld()
  const outsider = await here.hire('外组', allPermissions())
  await here.db.sql.update(role).set(ofRole).where(eq(role.id, outsider.roleId))
  await here.db.sql.update(agent).set(ofAgent).where(eq(agent.id, outsider.id))
  await outsider.signIn()
  const marked = await markCustomer(here, '云杉')
  const known = await argumentsFor(here, marked)

  const answers = await callAll(outsider, READS, known)

  expect(namesWith(marked.customerId)(answers)).toEqual([])
  expect(namesWith('满 云杉')(answers)).toEqual([])
  expect(namesWith('王 云杉')(answers)).toEqual([])
  const ofZhao = await callAll(here.zhao, READS, known)
  expect(namesWith(marked.customerId)(ofZhao)).toEqual(expect.arrayContaining(['cardRule.log', 'automationRule.log']))
})

/** Every route of the chat service, on the customer's thread. */
async function callChat({ app }: AiWorld, { token }: Person, customerId: CustomerId) {
  const routes: ChatRoute[] = [
    ...Object.values(chatConversationRoutes),
    ...Object.values(chatTopicRoutes),
    ...Object.values(chatUserRoutes),
    ...Object.values(chatRelationRoutes),
  ]
  const answers: { name: string; code: number; text: string }[] = []
  for (const { method, path } of routes) {
    const url = path.replace(':topicId', customerId).replace(':userId', customerId)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) })
    answers.push({ name: path, code: answer.statusCode, text: answer.body })
  }
  return answers
}
