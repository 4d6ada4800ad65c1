import { AI_TESTS_MAX, aiAgentApi, type AiTestId, ERRORS } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { customerMessage, pointLedger } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiAgentWorld } from '../../testing/ai-agent-world.ts'

async function testsWorld() {
  const here = await aiAgentWorld()
  const key = { relationId: here.account.id }
  const save = (question: string, points: string[], id?: AiTestId) => {
    here.clock.advance(1)
    return here.zhao.call(aiAgentApi.saveTest, { body: { ...key, question, points, ...(id ? { id } : {}) } })
  }
  const list = () => here.zhao.call(aiAgentApi.listTests, { body: key })
  const run = (ids?: AiTestId[]) => here.zhao.call(aiAgentApi.runTests, { body: { ...key, ...(ids ? { ids } : {}) } })
  return { ...here, key, save, list, run, saveDraft: here.save }
}

test('questions are kept in their order, changed and removed', async () => {
  const { zhao, key, save, list } = await testsWorld()
  const first = await save('地址在哪', ['西湖区'])
  const second = await save('几点开门', ['九点'])

  await save('地址在哪里', ['西湖区', '文三路'], first.id)
  expect(await list()).toMatchObject([
    { question: '地址在哪里', points: ['西湖区', '文三路'], lastPass: null },
    { question: '几点开门' },
  ])

  await zhao.call(aiAgentApi.removeTest, { query: { ...key, id: second.id } })
  expect(await list()).toHaveLength(1)
  expect((await zhao.refused(aiAgentApi.removeTest, { query: { ...key, id: second.id } })).code).toBe(
    ERRORS.notFound.code,
  )
})

test('the same question is there once, and there are no more than fifty', async () => {
  const { zhao, key, save } = await testsWorld()
  for (let n = 0; n < AI_TESTS_MAX; n += 1) await save(`问题 ${n}`, ['要点'])

  const refused = async (question: string, id?: AiTestId) =>
    (await zhao.refused(aiAgentApi.saveTest, { body: { ...key, question, points: ['要点'], ...(id ? { id } : {}) } }))
      .msg

  expect(await refused('又一个')).toBe(`测试问题最多 ${AI_TESTS_MAX} 条`)
  const { id } = await save('问题 7', ['别的要点'], (await zhao.call(aiAgentApi.listTests, { body: key }))[7]?.id)
  expect(await refused('问题 8', id)).toBe('该问题已在测试集中')
})

test('running uses the draft, reports missing points and sends nothing', async () => {
  const { account, teach, save, list, run, saveDraft, engine, db } = await testsWorld()
  await teach(account.id, '你们的地址在哪里', '我们在西湖区文三路')
  await saveDraft({ role: { ...DEFAULT_AI_DRAFT.role, name: '小云' } })
  const good = await save('你们的地址在哪里', ['西湖区'])
  const bad = await save('地址在哪里', ['西湖区', '滨江区'])

  const run1 = await run()

  expect(run1).toMatchObject([
    { id: good.id, lastPass: true, lastAnswer: '我们在西湖区文三路', missing: [] },
    { id: bad.id, lastPass: false, missing: ['滨江区'] },
  ])
  expect(await list()).toEqual(run1)
  expect(engine.asked.map(({ config }) => config.role.name)).toEqual(['小云', '小云'])
  expect(await db.sql.select().from(customerMessage)).toEqual([])
  const spent = (await db.sql.select().from(pointLedger)).filter(({ type }) => type === 'consume')
  expect(spent).toEqual([])
})

test('only the named questions are run', async () => {
  const { account, teach, save, run, engine } = await testsWorld()
  await teach(account.id, '地址', '在西湖区')
  const { id } = await save('地址', ['西湖区'])
  await save('几点开门', ['九点'])

  expect(await run([id])).toHaveLength(1)
  expect(await run([newId<AiTestId>(new Date(0))])).toEqual([])
  expect(engine.asked).toHaveLength(1)
})

test('handing over is what the customer would hear, and an engine that breaks is a failed question', async () => {
  const { save, run, engine } = await testsWorld()
  await save('我要投诉', ['转接人工'])
  expect(await run()).toMatchObject([{ lastPass: true, lastAnswer: DEFAULT_AI_DRAFT.handoff.text }])

  engine.answer = async () => {
    throw new Error('the model is away')
  }
  expect(await run()).toMatchObject([{ lastPass: false, lastAnswer: '', missing: ['转接人工'] }])
})

test('a question that is changed while it is asked has no outcome', async () => {
  const { account, teach, save, list, run, engine } = await testsWorld()
  await teach(account.id, '地址', '在西湖区')
  const { id } = await save('地址', ['西湖区'])
  const { answer } = engine
  engine.answer = async (input) => {
    await save('地址', ['滨江区'], id)
    return answer(input)
  }

  await run()

  expect(await list()).toMatchObject([{ points: ['滨江区'], lastPass: null }])
})
