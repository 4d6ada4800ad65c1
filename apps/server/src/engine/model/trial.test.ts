import {
  aiAgentApi,
  type CallArgs,
  cardRuleApi,
  type CardRuleId,
  CORE_BASE_PATH,
  type Endpoint,
  ERRORS,
  flowApi,
  type FlowGraph,
  type FlowId,
  knowledgeApi,
  type MaterialId,
  modelSettingApi,
} from '@ruwu/contract'
import { MODEL_TRIALS } from '@ruwu/domain'
import { startScriptedModel } from '@ruwu/testkit'
import { like } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { aiTest, cardRule, throttle } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { receptionWorld } from '../../testing/reception-world.ts'
import { SAME_MEANING } from '../retrieval/vectors/calibration.ts'

type World = Awaited<ReturnType<typeof trialWorld>>

const intent = { type: 'intent' as const, text: '客户想要报价' }

/** Zhao with a flow, a card rule, knowledge and test questions, and a model over real HTTP. */
async function trialWorld(whose: 'operator' | 'own' | 'nobody') {
  const model = await startScriptedModel({ say: '1' })
  onTestFinished(() => model.close())
  model.meansSame(...SAME_MEANING)
  const env = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'house', EMBEDDING_MODEL: 'bge' }
  const here = await receptionWorld(whose === 'operator' ? { env } : {})
  const { zhao, account, reception } = here
  const relationId = account.id
  if (whose === 'own') {
    const own = { mode: 'own' as const, baseUrl: model.baseUrl, model: 'own', embeddingModel: 'bge', timeoutSec: 20 }
    await zhao.call(modelSettingApi.save, { body: { ...own, allowsContacts: false, key: 'sk-1', version: 0 } })
  }
  await zhao.call(knowledgeApi.save, { body: { relationId, type: 'qa', question: '衣柜多少钱', answer: '599 元起' } })
  while (await reception.ai.work.embedding.run());
  const tests = [
    await zhao.call(aiAgentApi.saveTest, { body: { relationId, question: '衣柜多少钱', points: ['599'] } }),
    await zhao.call(aiAgentApi.saveTest, { body: { relationId, question: '衣柜几天送到', points: ['三天'] } }),
  ]
  const flowId = await judgingFlow(here)
  await judgingRule(here)
  model.requests.length = 0

  const state = { round: 1, hasLead: false, receptionType: 'manual' as const }
  const trials = {
    flow: trial(flowApi.runTest, { body: { id: flowId, text: '多少钱' } }),
    card: trial(cardRuleApi.try, { body: { relationId, text: '多少钱', state } }),
    test: trial(aiAgentApi.runTests, { body: { relationId, ids: [tests[0]!.id] } }),
    hit: trial(knowledgeApi.hitTest, { body: { relationId, question: '衣柜什么价钱' } }),
  }
  return { ...here, model, trials, tests, relationId, flowId }
}

const trial = <E extends Endpoint>(endpoint: E, args: CallArgs<E>) => ({
  endpoint: endpoint as Endpoint,
  args: args as object,
})

/** Judges an intent as often as its `times` conditions say. */
async function judgingFlow({ zhao, account }: Awaited<ReturnType<typeof receptionWorld>>, times = 1): Promise<FlowId> {
  const { id, version } = await zhao.call(flowApi.create, { body: { name: `判断 ${times}` } })
  const place = { x: 0, y: 0 }
  const names = Array.from({ length: times }, (_, n) => `if${n}`)
  const branches = [{ id: 'yes', name: '是', conditions: { op: 'all' as const, items: [intent] } }]
  const nodes: FlowGraph['nodes'] = [
    { id: 'start', ...place, type: 'start', data: { trigger: { type: 'first_message' } } },
    ...names.map((name) => ({ id: name, ...place, type: 'condition' as const, data: { branches } })),
    { id: 'end', ...place, type: 'end', data: {} },
  ]
  const edges = names.flatMap((name, n) => [
    { from: name, exit: 'yes', to: names[n + 1] ?? 'end' },
    { from: name, exit: 'else', to: 'end' },
  ])
  const graph = { nodes, edges: [{ from: 'start', exit: 'next', to: 'if0' }, ...edges] }
  await zhao.call(flowApi.save, { body: { id, version, graph, accountIds: [account.id] } })
  return id
}

async function judgingRule({ db, clock, account }: Awaited<ReturnType<typeof receptionWorld>>) {
  const now = clock.now()
  await db.sql.insert(cardRule).values({
    entId: account.entId,
    id: newId<CardRuleId>(now),
    relationId: account.id,
    position: 0,
    name: '报价',
    trigger: intent,
    materialIds: [newId<MaterialId>(now)],
    delaySec: 0,
    maxPerCustomer: 1,
    intervalHours: 1,
    dailyMax: 0,
    skipWithLead: true,
    goesOn: false,
    enabled: true,
    createdAt: now,
    updatedAt: now,
  })
}

/** So many trials of the limit are left. */
async function leave({ db, clock, zhao }: World, whose: keyof typeof MODEL_TRIALS, left: number) {
  const { most, windowMs } = MODEL_TRIALS[whose]
  const key = whose === 'byAgent' ? `model-trial:${zhao.entId}:${zhao.id}` : `model-trial:${zhao.entId}`
  const now = clock.now()
  const row = { key, count: most - left, windowStartedAt: now, windowEndsAt: new Date(now.getTime() + windowMs) }
  await db.sql.insert(throttle).values(row).onConflictDoUpdate({ target: throttle.key, set: row })
}

const counted = ({ db }: World) => db.sql.select().from(throttle).where(like(throttle.key, 'model-trial:%'))

// R187
test.each(['byAgent', 'byEnterprise'] as const)(
  'trials of the operator’s model are limited in a day, %s, and wait for the next one',
  async (whose) => {
    const here = await trialWorld('operator')
    const { zhao, model, clock, trials } = here
    const retryAfter = MODEL_TRIALS[whose].windowMs / 1000

    for (const { endpoint, args } of Object.values(trials)) {
      await leave(here, whose, 0)
      expect(await zhao.refused(endpoint, args)).toMatchObject({
        code: ERRORS.tooOften.code,
        data: { retryAfter },
      })
      expect(model.requests).toEqual([])
    }
    await leave(here, whose, 4)
    for (const { endpoint, args } of Object.values(trials)) await zhao.call(endpoint, args)
    expect(model.requests.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/chat/completions', '/v1/embeddings']),
    )
    expect(await zhao.refused(trials.flow.endpoint, trials.flow.args)).toMatchObject({
      code: ERRORS.tooOften.code,
    })

    clock.advance(MODEL_TRIALS[whose].windowMs)
    await zhao.call(trials.flow.endpoint, trials.flow.args)
  },
)

test('only calls of a model count, and of the enterprise’s own only the agent’s', async () => {
  const without = await trialWorld('nobody')
  for (const { endpoint, args } of Object.values(without.trials)) await without.zhao.call(endpoint, args)
  expect(await counted(without)).toEqual([])

  const own = await trialWorld('own')
  const { zhao, trials } = own
  for (const { endpoint, args } of Object.values(trials)) await zhao.call(endpoint, args)
  // The question was embedded before.
  await zhao.call(trials.hit.endpoint, trials.hit.args)
  expect(await counted(own)).toMatchObject([{ key: `model-trial:${zhao.entId}:${zhao.id}`, count: 4 }])
})

test('questions that were asked keep their outcome; publishing counts the others as failed', async () => {
  const here = await trialWorld('operator')
  const { zhao, relationId, tests, db } = here
  await leave(here, 'byAgent', 1)

  expect(await zhao.refused(aiAgentApi.runTests, { body: { relationId } })).toMatchObject({
    code: ERRORS.tooOften.code,
  })
  const asked = (await db.sql.select().from(aiTest)).filter(({ lastRunAt }) => lastRunAt !== null)
  expect(asked).toHaveLength(1)

  const body = { relationId, note: '', force: false }
  const { version, failures } = await zhao.call(aiAgentApi.publish, { body })
  expect([version, failures.map(({ testId }) => testId).toSorted()]).toEqual([
    null,
    tests.map(({ id }) => id).toSorted(),
  ])
  expect(await zhao.call(aiAgentApi.publish, { body: { ...body, force: true, note: '先上线' } })).toMatchObject({
    version: 1,
  })
})

test('a request of 试运行 judges twenty intents at most', async () => {
  const here = await trialWorld('operator')
  const id = await judgingFlow(here, 25)

  const { messages, done } = await here.zhao.call(flowApi.runTest, { body: { id, text: '多少钱' } })

  expect([messages.at(-1)?.text, done]).toEqual(['已判断 20 次意图，试运行停止', true])
  expect(here.model.requests).toHaveLength(20)
})

test('questions are no longer asked when the agent has left', async () => {
  const here = await trialWorld('operator')
  const { zhao, address, model, relationId } = here
  model.play({ hang: true })
  for (let n = 0; n < 12; n += 1)
    await zhao.call(aiAgentApi.saveTest, { body: { relationId, question: `第 ${n} 个问题是什么`, points: ['答'] } })
  const gone = new AbortController()
  const call = fetch(`http://${address}${CORE_BASE_PATH}${aiAgentApi.runTests.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zhao.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ relationId }),
    signal: gone.signal,
  }).catch(() => 'gone')
  const asked = () => model.requests.filter(({ path }) => path.endsWith('/completions')).length
  await expect.poll(asked).toBe(10)

  gone.abort()

  expect(await call).toBe('gone')
  await expect.poll(async () => (await counted(here)).length).toBe(2)
  expect(asked()).toBe(10)
  const tests = await zhao.call(aiAgentApi.listTests, { body: { relationId } })
  expect(tests.filter(({ lastRunAt }) => lastRunAt !== null)).toEqual([])
})
