import {
  aiAgentApi,
  type AiTestId,
  allEndpoints,
  automationRuleApi,
  type CallArgs,
  type CandidateId,
  cardRuleApi,
  channelApi,
  type Endpoint,
  ERRORS,
  eventApi,
  exportApi,
  flowApi,
  homeApi,
  knowledgeApi,
  materialApi,
  type MaterialId,
  type MissId,
  receptionPlanApi,
  RelationId,
  SCOPE,
} from '@ruwu/contract'
import { allPermissions, defaultChannelSetting } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aiTest, channelAccount, knowledgeCandidate, knowledgeMiss, material, role } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { channelWorld, type ChannelWorld, douyinAccount } from './channel-world.ts'
import { tokensOf } from './fake-platform.ts'
import type { Person } from './person.ts'
import { planFields } from './plan-fields.ts'
import { fileOf } from './sample-files.ts'
import { openAccount } from './platform.ts'

/** Mei may do everything on one account; the other, `hidden`, has something of every kind. */
let here: ChannelWorld & Awaited<ReturnType<typeof furnish>>
let mei: Person
let visible: RelationId

beforeAll(async () => {
  const world = await channelWorld({ keepUntilFileEnds: true })
  visible = (await openAccount(world, { entId: world.zhao.entId, name: '云杉家居' })).id
  here = { ...world, ...(await furnish(world)) }
  mei = await hireFor(visible)
})

/** Everything is allowed, on this account alone. */
async function hireFor(account: RelationId): Promise<Person> {
  const person = await here.hire('小梅', allPermissions())
  const scope = { accountScope: [account], customerScope: 'all' as const }
  await here.db.sql.update(role).set(scope).where(eq(role.id, person.roleId))
  return person.signIn()
}

async function furnish({ db, clock, zhao }: ChannelWorld) {
  const { entId } = zhao
  const { id: hidden } = await openAccount({ db, clock }, { entId, name: '木棉旗舰店', openStatus: 'expiring' })
  const now = clock.now()
  const [at, own] = [
    { createdAt: now, updatedAt: now },
    { entId, relationId: hidden },
  ]
  const pair = { question: '多少钱', answer: '399 元' }
  const { id: entryId } = await zhao.call(knowledgeApi.save, { body: { relationId: hidden, type: 'qa', ...pair } })
  const shared = { relationId: hidden, library: 'shared' as const, type: 'qa' as const }
  const { id: sharedId } = await zhao.call(knowledgeApi.save, {
    body: { ...shared, question: '发货', answer: '48 小时' },
  })
  const ids = { card: newId<MaterialId>(now), test: newId<AiTestId>(now) }
  const [candidateId, missId] = [newId<CandidateId>(now), newId<MissId>(now)]
  const words = {
    type: 'lead_form' as const,
    platformId: 'p-1',
    name: '领取',
    title: '领取',
    auditStatus: 'passed' as const,
  }
  await db.sql.insert(material).values({ ...own, id: ids.card, ...words, ...at })
  await db.sql.insert(aiTest).values({ ...own, id: ids.test, question: '贵吗', points: [], createdAt: now })
  const asked = { question: '贵吗', sameAs: '贵吗', lastAt: now }
  await db.sql.insert(knowledgeCandidate).values({ ...own, id: candidateId, ...asked, answer: '不贵' })
  await db.sql.insert(knowledgeMiss).values({ ...own, id: missId, ...asked })
  const fields = { name: '首次进线', trigger: { type: 'first_enter' as const }, materialIds: [ids.card] }
  const rule = await zhao.call(cardRuleApi.save, { body: { relationId: hidden, ...fields } })
  const { draft } = await zhao.call(aiAgentApi.detail, { query: { relationId: hidden } })
  const saved = await zhao.call(receptionPlanApi.save, { body: planFields({ name: '夜间方案' }) })
  const plan = { ...planFields({ name: '夜间方案' }), id: saved.id, version: saved.version }
  const { id: ruleId } = await zhao.call(automationRuleApi.save, { body: ruleFor() })
  const known = { hidden, entryId, sharedId, candidateId, missId, cardId: ids.card, testId: ids.test }
  return { ...known, cardRuleId: rule.id, fields, draft, plan, ruleId }
}

function ruleFor(...accountIds: RelationId[]) {
  return {
    name: '夜间',
    accountIds,
    event: { type: 'message_in' as const },
    conditions: { op: 'all' as const, items: [] },
    actions: [{ type: 'note' as const, params: { text: '客户写了' } }],
    status: 'on' as const,
  }
}

/** The fields beside the account that a call needs to get past its validation. */
type Rest = (account: RelationId) => object

const entry = () => ({ id: here.entryId })
const draftOf = (account: RelationId) => ({ draft: { accountIds: [account], conditions: { op: 'all', items: [] } } })
const tagRule = (account: RelationId) => ({
  op: 'any',
  conditions: [{ type: 'account', relationIds: [account] }],
  action: 'bind',
})

/** By name of the endpoint; `relationId` is given to each that has it. */
const RESTS: Record<string, Rest> = {
  'channel.removeRedbook': () => ({}),
  'channel.removeDouyin': () => ({}),
  'channel.simpleList': () => ({}),
  'channel.detail': () => ({ accountType: 'CORP' }),
  'channel.eventList': () => ({}),
  'channel.switchEffect': () => ({ receptionMode: 'close' }),
  'channel.updateReceptionType': () => ({ accountType: 'CORP', receptionMode: 'close', withKos: true }),
  'channel.syncKos': () => ({}),
  'channel.copyConfig': (account) => ({ fromRelationId: visible, toRelationIds: [account], parts: ['setting'] }),
  'channel.setting': () => ({}),
  'channel.updateSetting': () => ({ ...defaultChannelSetting('douyin', 'CORP'), remark: '改', version: 1 }),
  'material.page': () => ({}),
  'material.save': () => ({
    type: 'lead_form',
    name: '新卡片',
    title: '领取',
    image: '/api/attachment/x',
    fields: ['phone'],
    agentIds: [],
    afterText: '',
    expireAt: null,
    enabled: true,
  }),
  'material.sync': () => ({}),
  'cardRule.list': () => ({}),
  'cardRule.save': () => here.fields,
  'cardRule.try': () => ({ text: '你好', state: { round: 1, hasLead: false, receptionType: 'manual' } }),
  'aiAgent.detail': () => ({}),
  'aiAgent.save': () => ({ draft: here.draft, version: 1 }),
  'aiAgent.publish': () => ({}),
  'aiAgent.rollback': () => ({ version: 1 }),
  'aiAgent.listVersions': () => ({}),
  'aiAgent.listTests': () => ({}),
  'aiAgent.saveTest': () => ({ question: '有货吗', points: ['有货'] }),
  'aiAgent.removeTest': () => ({ id: here.testId }),
  'aiAgent.runTests': () => ({}),
  'aiAgent.statistics': () => ({}),
  'knowledge.page': () => ({}),
  'knowledge.detail': entry,
  'knowledge.upload': () => ({}),
  'knowledge.import': () => ({}),
  'knowledge.save': () => ({ type: 'qa', question: '有货吗', answer: '有' }),
  'knowledge.update': () => ({ ...entry(), version: 1, answer: '499 元' }),
  'knowledge.relearn': entry,
  'knowledge.remove': entry,
  'knowledge.move': () => ({ ...entry(), library: 'shared' }),
  'knowledge.useShared': () => ({ enabled: false }),
  'knowledge.whereUsed': entry,
  'knowledge.usage': entry,
  'knowledge.hitTest': () => ({ question: '多少钱' }),
  'knowledge.pageCandidates': () => ({}),
  'knowledge.reviewCandidate': () => ({ id: here.candidateId, action: 'reject' }),
  'knowledge.pageMisses': () => ({}),
  'knowledge.settleMiss': () => ({ id: here.missId, action: 'ignore' }),
  'preview.start': (account) => ({ subSourceId: account, source: 'douyin' }),
  'homeDaily.report': (account) => ({ subSourceId: account, date: '2026-03-14' }),
  'receptionPlan.save': (account) => planFields({ name: '日间方案', accountIds: [account] }),
  'receptionPlan.update': (account) => ({ ...here.plan, accountIds: [account] }),
  'receptionPlan.simulate': () => ({ at: here.clock.now().toISOString() }),
  'automationRule.save': (account) => ruleFor(account),
  'automationRule.update': (account) => ({ ...ruleFor(account), id: here.ruleId, version: 1 }),
  'automationRule.samples': draftOf,
  'automationRule.try': (account) => ({ ...draftOf(account), text: '你好' }),
  'tag.create': (account) => ({ name: '自动', kind: 'auto', rule: tagRule(account) }),
  'tag.tryRule': (account) => ({ rule: tagRule(account), days: 7 }),
  'customer.list': (account) => ({ scope: SCOPE.colleagues, subSourceId: account, archive: false }),
  'lead.page': (account) => ({ subSourceIds: [account] }),
  'search.global': (account) => ({ keyword: '王', subSourceId: account }),
  'statistics.channel': (account) => ({ range: 'today', subSourceIds: [account] }),
}

/** Endpoints whose accounts are not the caller's choice among those in scope, with the reason. */
const ELSEWHERE: Record<string, string> = {
  'agent.create': 'nobody gives more than their own scope (agent-create.test.ts)',
  'agent.update': 'as agent.create',
  'role.create': 'as agent.create (role.test.ts)',
  'role.update': 'as agent.create',
  'cardRule.update': 'found by the rule: see below',
  'customer.redirect': 'the group of a customer whom the caller sees',
  'customer.batch': 'as customer.redirect',
  'customer.countViews': 'a filter of customers, as customer.list',
  'tag.update': 'as tag.create',
  'flow.save': 'as automationRule.save: see below',
  'flow.choices': 'names of the flows of the enterprise, asked for a customer whom the caller sees',
  'points.pageBills': 'the books of the enterprise, whatever the scope',
  'export.create': 'the lists it exports are limited by the same caller; see below',
  'statistics.overview': 'as statistics.channel',
  'statistics.reception': 'as statistics.channel',
  'statistics.ai': 'as statistics.channel',
  'statistics.agent': 'as statistics.channel',
  'statistics.tag': 'as statistics.channel',
  'statistics.heatmap': 'as statistics.channel',
  'statistics.leadPage': 'as statistics.channel',
  'statistics.sessionPage': 'as statistics.channel',
}

/** Whether a request names accounts anywhere. */
function namesAccounts(schema: unknown): boolean {
  if (schema === RelationId) return true
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(namesAccounts)
  if (schema instanceof z.ZodArray) return namesAccounts(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.some(namesAccounts)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return namesAccounts(schema.unwrap())
  return false
}

const named = allEndpoints().filter(({ endpoint }) => namesAccounts(endpoint.body) || namesAccounts(endpoint.query))

test('every endpoint that takes an account is called below, or says why not', () => {
  const known = new Set([...Object.keys(RESTS), ...Object.keys(ELSEWHERE)])

  expect(named.filter(({ name }) => !known.has(name)).map(({ name }) => name)).toEqual([])
})

const argsOf = ({ query, body, file }: Endpoint, name: string, account: RelationId): CallArgs<Endpoint> => {
  const fields = { relationId: account, ...RESTS[name]!(account) }
  const wanted = (query ?? body)!
  // Of a call that is refused before the account is looked up nothing could be said.
  const parsed = wanted.parse(fields)
  const picture = file ? { file: fileOf('问题,答案\n有货吗,有', '问答.csv') } : {}
  return { ...(query ? { query: parsed } : { body: parsed }), ...picture }
}

describe('an account out of the caller’s scope looks like one that does not exist', () => {
  test.each(named.filter(({ name }) => RESTS[name]))('$name', async ({ name, endpoint }) => {
    const absent = newId<RelationId>(here.clock.now())
    const ask = async (account: RelationId) => {
      const { status, ...answer } = await mei.request(endpoint, argsOf(endpoint, name, account))
      expect(status).toBe(200)
      return JSON.parse(JSON.stringify(answer).replaceAll(account, '<account>')) as { code: number; data: unknown }
    }
    const answer = await ask(here.hidden)

    expect(withoutTimes(answer)).toEqual(withoutTimes(await ask(absent)))
    // Copying answers for each account.
    const isRefused = answer.code !== 1 || endpoint.isRead || name === 'channel.copyConfig'
    expect(isRefused).toBe(true)
  })

  test.each([
    ['cardRule.update', cardRuleApi.update, () => ({ body: { ...here.fields, id: here.cardRuleId, version: 1 } })],
    ['cardRule.enable', cardRuleApi.enable, () => ({ body: { id: here.cardRuleId, enabled: false } })],
    ['cardRule.move', cardRuleApi.move, () => ({ body: { id: here.cardRuleId, targetPosition: 0 } })],
    ['cardRule.remove', cardRuleApi.remove, () => ({ query: { id: here.cardRuleId } })],
    ['cardRule.log', cardRuleApi.log, () => ({ body: { ruleId: here.cardRuleId } })],
    ['material.update', materialApi.update, () => ({ body: { id: here.cardId, version: 1, name: '改名' } })],
    ['material.enable', materialApi.enable, () => ({ body: { id: here.cardId, enabled: false } })],
    ['material.remove', materialApi.remove, () => ({ query: { id: here.cardId } })],
  ] as const)('and so does what belongs to it: %s', async (_name, endpoint, args) => {
    expect(await mei.refused(endpoint as Endpoint, args() as CallArgs<Endpoint>)).toMatchObject({
      code: ERRORS.notFound.code,
    })
  })
})

/** The moment of an answer. */
const withoutTimes = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/"(asOf|at)":"[^"]*"/g, '"$1":""'))

test('no list, count or choice has the account', async () => {
  const { hidden, zhao, sharedId, db } = here
  const families = await mei.call(channelApi.list, { body: {} })
  const choices = await mei.call(channelApi.simpleList, { body: {} })
  const cards = await mei.call(materialApi.page, { body: {} })
  const todo = await mei.call(homeApi.todo, {})
  const misses = await mei.call(homeApi.misses, {})
  const shared = { relationId: visible, id: sharedId }
  const { accounts } = await mei.call(knowledgeApi.whereUsed, { query: shared })
  const opened = await mei.call(channelApi.lastOpenSuccess, { query: { source: 'douyin' } })

  expect(families.map(({ relationId }) => relationId)).toEqual([visible])
  expect(choices.map(({ relationId }) => relationId)).toEqual([visible])
  expect([cards.total, todo.authAbnormal, todo.aiMiss, misses]).toEqual([0, 0, 0, []])
  expect(accounts.map(({ relationId }) => relationId)).toEqual([visible])
  expect(opened?.relationId).toBe(visible)
  expect((await zhao.call(homeApi.todo, {})).authAbnormal).toBe(1)
  const [row] = await db.sql.select().from(channelAccount).where(eq(channelAccount.id, hidden))
  expect(row).toMatchObject({ openStatus: 'expiring', receptionMode: 'open', version: 1 })
})

test('a sub-account out of scope keeps its mode, and is not in its main account’s page', async () => {
  const { zhao, db } = here
  const kos = { entId: zhao.entId, accountType: 'KOS' as const, parentId: visible, name: '云杉小店' }
  const { id: staff } = await openAccount(here, kos)
  const query = { relationId: visible, accountType: 'CORP' as const }

  const page = await mei.call(channelApi.detail, { query })
  const effect = await mei.call(channelApi.switchEffect, { query: { relationId: visible, receptionMode: 'close' } })
  await mei.call(channelApi.updateReceptionType, { body: { ...query, receptionMode: 'close', withKos: true } })

  expect(page).toMatchObject({ kosAccount: [] })
  expect(effect.kosAccounts).toBe(0)
  const [row] = await db.sql.select().from(channelAccount).where(eq(channelAccount.id, staff))
  expect(row?.receptionMode).toBe('open')
})

test('events about the account come to the agents who have it in scope, also afterwards', async () => {
  const { zhao, hidden, db } = here
  const [screen, admins] = [await mei.connect(), await zhao.connect()]
  const { last } = await mei.call(eventApi.list, { body: {} })
  for (const relationId of [hidden, visible])
    await zhao.call(knowledgeApi.save, { body: { relationId, type: 'qa', question: '几天到', answer: '三天' } })
  const isOf = (wanted: RelationId) => (frame: object) => JSON.stringify(frame).includes(wanted)

  await screen.next(isOf(visible))
  await admins.next(isOf(hidden))

  expect(screen.frames.filter(isOf(hidden))).toEqual([])
  const idsOf = (items: { payload: Record<string, unknown> }[]) => items.map(({ payload }) => payload['relationId'])
  const missed = async (person: Person) => idsOf((await person.call(eventApi.list, { body: { after: last } })).items)
  expect(await missed(mei)).toEqual([visible])
  expect(await missed(zhao)).toEqual([hidden, visible])
  await db.sql.update(role).set({ accountScope: [] }).where(eq(role.id, mei.roleId))
  expect(await missed(mei)).toEqual([])
  await db.sql
    .update(role)
    .set({ accountScope: [visible] })
    .where(eq(role.id, mei.roleId))
})

test.each([
  { type: 'customer' as const, filters: (account: RelationId) => ({ scope: SCOPE.colleagues, subSourceId: account }) },
  { type: 'customer_lead' as const, filters: (account: RelationId) => ({ subSourceIds: [account] }) },
  {
    type: 'statistics_heatmap' as const,
    filters: (account: RelationId) => ({ range: 'today', subSourceIds: [account] }),
  },
])('an export of $type does not name the account', async ({ type, filters }) => {
  const wordsFor = async (account: RelationId) => {
    const body = { type, filters: filters(account), format: 'csv' } as CallArgs<typeof exportApi.create>['body']
    const { exportId } = await mei.call(exportApi.create, { body })
    await here.reception.work.exports.run()
    const { items } = await mei.call(exportApi.list, { body: {} })
    return items.find((each) => each.exportId === exportId)?.filterText
  }

  expect(await wordsFor(here.hidden)).not.toContain('木棉旗舰店')
  expect(await wordsFor(visible)).toContain('云杉家居')
})

test('a shared flow keeps an account out of scope that others chose, and takes no other one', async () => {
  const { zhao, hidden } = here
  const { id, graph, version } = await zhao.call(flowApi.create, { body: { name: '引导', templateId: 'lead' } })
  const refusal = await mei.refused(flowApi.save, { body: { id, graph, version, accountIds: [hidden] } })
  const absent = newId<RelationId>(here.clock.now())

  expect(await mei.refused(flowApi.save, { body: { id, graph, version, accountIds: [absent] } })).toEqual(refusal)
  const chosen = await zhao.call(flowApi.save, { body: { id, graph, version, accountIds: [hidden] } })
  const body = { id, graph, version: chosen.version, accountIds: [hidden, visible] }
  expect(await mei.call(flowApi.save, { body })).toMatchObject({ accountIds: [hidden, visible] })
})

test('a shared rule keeps an account out of scope that others chose, and takes no other one', async () => {
  const { zhao, hidden } = here
  const rule = await zhao.call(automationRuleApi.save, { body: { ...ruleFor(hidden), name: '两家店' } })
  const body = { ...ruleFor(hidden, visible), name: '两家店', id: rule.id, version: rule.version }

  expect(await mei.call(automationRuleApi.update, { body })).toMatchObject({ accountIds: [hidden, visible] })
  expect(await mei.refused(automationRuleApi.save, { body: ruleFor(hidden) })).toMatchObject({
    data: { fields: { accountIds: expect.any(String) as string } },
  })
})

test('who binds an account out of their scope is told so, and does not see it', async () => {
  const tokens = tokensOf({ name: 'dy-new', now: here.clock.now() })
  const preCode = await here.agree(mei, douyinAccount('dy-new', tokens))

  const opened = await mei.call(channelApi.openDouyin, { body: { preCode } })

  expect(opened).toMatchObject({ name: '抖音号 dy-new', isInScope: false })
  const query = { source: 'douyin' as const }
  const { relationId } = opened
  expect(await mei.call(channelApi.lastOpenSuccess, { query })).toMatchObject({ relationId, isInScope: false })
  expect((await mei.call(channelApi.simpleList, { body: {} })).map((each) => each.relationId)).toEqual([visible])
  expect(await here.zhao.call(channelApi.lastOpenSuccess, { query })).toMatchObject({ relationId, isInScope: true })
})
