import { aiRunApi, knowledgeApi } from '@ruwu/contract'
import { type EmbeddingStep, startScriptedModel } from '@ruwu/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { aiRunMessage } from '../../../db/schema/index.ts'
import { engineWith } from '../../../engine/testing/talk.ts'
import { SAME_MEANING } from '../../../engine/retrieval/vectors/calibration.ts'
import { aiWorld } from '../../../testing/ai-world.ts'

const ANSWER = '在门店登记手机号就可以。'
const ASKED = '我想成为你们的伙伴，怎么弄？'

/** An account whose AI is our own engine, with vectors by the operator's model. */
async function answerWorld() {
  const model = await startScriptedModel({ say: '好' })
  onTestFinished(() => model.close())
  model.meansSame(...SAME_MEANING, ['星芒计划怎样加入', ASKED])
  const env = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'house', EMBEDDING_MODEL: 'bge' }
  const here = await aiWorld({ env })
  const own = engineWith()
  here.engine.script = (input) => own.decide(input)
  const { zhao, account, reception } = here
  const pair = { type: 'qa' as const, question: '星芒计划怎样加入', answer: ANSWER }
  await zhao.call(knowledgeApi.save, { body: { relationId: account.id, ...pair } })
  while (await reception.ai.work.embedding.run());
  return { ...here, model }
}

test('a customer who asks in other words is answered, and 查看依据 tells both parts of the score', async () => {
  const { ask, wordsOf, zhao, db } = await answerWorld()

  const customerId = await ask('小满', ASKED)

  expect(await wordsOf(customerId)).toContainEqual(expect.stringContaining(ANSWER))
  const [said] = await db.sql.select().from(aiRunMessage)
  if (!said) throw new Error('nothing was said')
  const run = await zhao.call(aiRunApi.forMessage, { body: { customerId, messageId: said.messageId } })
  expect(run.knowledge[0]?.parts?.vector).toBeGreaterThan(run.knowledge[0]?.parts?.words ?? 1)
})

test('the embedding model reads a question without the customer’s number', async () => {
  const { ask, model } = await answerWorld()

  await ask('小满', '电话 13877776666，怎么成为你们的伙伴？')

  const asked = JSON.stringify(model.requests)
  expect(asked).toContain('138****6666')
  expect(asked).not.toContain('13877776666')
})

test.each<[string, EmbeddingStep]>([
  ['is out of order', { status: 500 }],
  ['never answers', { hang: true }],
])('a model that %s keeps nobody from being answered', async (_what, step) => {
  const { ask, runsOf, model } = await answerWorld()
  model.playEmbeddings(step)

  const customerId = await ask('小满', ASKED)

  expect(await runsOf(customerId)).toMatchObject([{ isHit: false }])
  expect((await runsOf(customerId))[0]?.state).toMatch(/^(sent|handoff)$/)
})
