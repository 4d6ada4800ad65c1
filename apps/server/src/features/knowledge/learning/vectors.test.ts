import { knowledgeApi, modelSettingApi, type RelationId, SCORE_HIT } from '@ruwu/contract'
import { EMBEDDING_DIMENSIONS, type EmbeddingStep, startScriptedModel } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { embeddingSpace, knowledgePiece, modelSetting } from '../../../db/schema/index.ts'
import { createEmbeddingWorker, createKnowledgeSearch } from '../../../engine/retrieval/index.ts'
import { EMBED_LEASE_MS, EMBED_RETRY_MS } from '../../../engine/retrieval/vectors/embedding-worker.ts'
import { SAME_MEANING } from '../../../engine/retrieval/vectors/calibration.ts'
import { createLog } from '../../../platform/log.ts'
import type { Person } from '../../../testing/person.ts'
import { knowledgeWorld } from '../testing/knowledge-world.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'

const WORKS: EmbeddingStep = { dimensions: EMBEDDING_DIMENSIONS }
/** Without a word in common, and none that our thesaurus knows. */
const KNOWN = '星芒计划怎样加入'
const ASKED = '我想成为你们的伙伴'
/** As many as are asked for at once. */
const ZEROS = JSON.stringify({ data: Array.from({ length: 10 }, () => ({ embedding: [0, 0] })) })
const HOUR_MS = 60 * 60_000

/** Zhao's enterprise with an embedding model of its own, and what its account knows. */
async function vectorWorld() {
  // The node remembers when its embedding worker may ask a failing model again.
  const here = await knowledgeWorld({ ownNode: true })
  const model = await startScriptedModel({ say: '好' })
  onTestFinished(() => model.close())
  model.meansSame(...SAME_MEANING, [KNOWN, ASKED])
  const { embedding } = here.reception.ai.work

  const use = async (embeddingModel: string, person: Person = here.zhao, baseUrl = model.baseUrl) => {
    const { version } = await person.call(modelSettingApi.get, {})
    const own = {
      mode: 'own' as const,
      baseUrl,
      model: 'big',
      embeddingModel,
      timeoutSec: 5,
      allowsContacts: false,
      key: 'sk-1',
    }
    return person.call(modelSettingApi.save, { body: { ...own, version } })
  }
  const embedAll = async () => {
    while (await embedding.run());
  }
  const hits = (question: string, relationId: RelationId = here.relationId, person: Person = here.zhao) =>
    person.call(knowledgeApi.hitTest, { body: { relationId, question } })
  const best = async (question: string) => (await hits(question))[0]
  const embedded = () => model.requests.filter(({ path }) => path.endsWith('/embeddings'))
  const progress = async () => (await here.zhao.call(modelSettingApi.get, {})).vectors

  return { ...here, model, use, embedAll, hits, best, embedded, progress }
}

test('learned pieces get vectors, and a paraphrase without a common word finds them', async () => {
  const { use, addPair, save, learn, embedAll, best, hits, embedded, progress } = await vectorWorld()
  await addPair(KNOWN, '可以先试一节十分钟的课。')
  await save('doc', { title: '手册', text: '# 售后\n柜体质保五年。' })
  await learn()
  expect(await hits(ASKED)).toEqual([])

  await use('bge')
  expect(await progress()).toEqual({ ready: 0, total: 2, problem: '' })
  expect(await hits(ASKED)).toEqual([])
  await embedAll()

  expect(await progress()).toEqual({ ready: 2, total: 2, problem: '' })
  const found = await best(ASKED)
  expect(found?.title).toBe(KNOWN)
  expect(found?.parts?.words).toBeLessThan(0.1)
  expect(found?.score).toBeGreaterThanOrEqual(SCORE_HIT)
  expect(found?.score).toBeLessThanOrEqual(1)
  expect(embedded()[0]).toMatchObject({ authorization: 'Bearer sk-1', body: { model: 'bge' } })
})

test('vectors of shared knowledge are compared for every account, and follow an entry that is moved, without a call', async () => {
  const { zhao, bindRedbook, use, save, embedAll, hits, embedded } = await vectorWorld()
  const other = await bindRedbook(zhao)
  const { id } = await save('qa', { question: KNOWN, answer: '可以先试一节课。', library: 'shared' })
  await use('vectors')
  await embedAll()
  const found = async () => [(await hits(ASKED)).length, (await hits(ASKED, other)).length]

  expect(await found()).toEqual([1, 1])
  expect((await hits(ASKED))[0]).toMatchObject({ isShared: true, score: expect.any(Number) })
  const calls = embedded().length
  await zhao.call(knowledgeApi.move, { body: { relationId: other, id, library: 'own' } })
  expect(await found()).toEqual([0, 1])
  await zhao.call(knowledgeApi.move, { body: { relationId: other, id, library: 'shared' } })
  expect(await found()).toEqual([1, 1])
  await embedAll()
  expect(embedded()).toHaveLength(calls)
})

test('words still find what they found, and a question asked again is not sent again', async () => {
  const { use, addPair, embedAll, best, embedded } = await vectorWorld()
  await addPair('衣柜多少钱', '599 元起')
  const before = await best('衣柜什么价')
  await use('bge')
  await embedAll()

  const after = await best('衣柜什么价')
  const calls = embedded().length
  await best('衣柜什么价')

  expect(after?.parts?.words).toBe(before?.score)
  expect(after?.score).toBeGreaterThanOrEqual(before?.score ?? 1)
  expect(embedded()).toHaveLength(calls)
})

test('what is added, changed, switched off or removed is found as it is now, on every node', async () => {
  const { use, addPair, embedAll, hits, zhao, relationId, db, clock, reception } = await vectorWorld()
  await use('bge')
  const another = createKnowledgeSearch({ db, clock, log: createLog('silent'), models: reception.ai.modelSettings })
  const { id } = await addPair('在哪', '杭州。')
  await embedAll()
  await another.find({ entId: zhao.entId, relationId }, ASKED)
  const both = async () => [
    (await hits(ASKED))[0]?.piece,
    (await another.find({ entId: zhao.entId, relationId }, ASKED))[0]?.piece,
  ]
  expect(await both()).toEqual([undefined, undefined])

  await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 1, question: KNOWN, answer: '试一节。' } })
  await embedAll()
  expect(await both()).toEqual(['试一节。', '试一节。'])
  await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 2, answer: '试两节。' } })
  await embedAll()
  expect(await both()).toEqual(['试两节。', '试两节。'])
  await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 3, enabled: false } })
  expect(await both()).toEqual([undefined, undefined])
  await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 4, enabled: true } })
  await embedAll()
  expect(await both()).toEqual(['试两节。', '试两节。'])
  await zhao.call(knowledgeApi.remove, { query: { relationId, id } })
  expect(await both()).toEqual([undefined, undefined])
})

test('one enterprise finds nothing of another, with the same model and the same words', async () => {
  const { use, save, addPair, embedAll, hits, rival, rivalsAccount, zhao, relationId } = await vectorWorld()
  await addPair(KNOWN, '我们的答案。')
  await save('qa', { question: '在哪', answer: '北京。' }, rival, rivalsAccount)
  await use('bge')
  await use('bge', rival)
  await embedAll()

  expect((await hits(ASKED)).map(({ piece }) => piece)).toEqual(['我们的答案。'])
  expect(await hits(ASKED, rivalsAccount, rival)).toEqual([])
  expect(await rival.call(modelSettingApi.get, {})).toMatchObject({ vectors: { ready: 1, total: 1 } })
  const refusal = await absentForRival(rival, knowledgeApi.hitTest, { body: { relationId, question: ASKED } })
  expect(refusal.msg).toBe(
    (await zhao.refused(knowledgeApi.hitTest, { body: { relationId: rivalsAccount, question: ASKED } })).msg,
  )
})

test('another model: old vectors are not compared any more, and all are made anew', async () => {
  const { use, addPair, embedAll, hits, model, db, progress } = await vectorWorld()
  await addPair(KNOWN, '试一节。')
  await use('bge')
  await embedAll()
  expect(await hits(ASKED)).toHaveLength(1)

  model.playEmbeddings({ dimensions: 64 })
  await use('other')
  expect(await progress()).toEqual({ ready: 0, total: 1, problem: '' })
  expect(await hits(ASKED)).toEqual([])
  await embedAll()

  expect(await hits(ASKED)).toHaveLength(1)
  const spaces = await db.sql.select().from(embeddingSpace).orderBy(embeddingSpace.model)
  const [piece] = await db.sql.select().from(knowledgePiece)
  expect(spaces.map((space) => [space.model, space.dimensions])).toEqual([
    ['bge', EMBEDDING_DIMENSIONS],
    ['other', 64],
  ])
  expect([piece?.spaceId, piece?.vector?.length]).toEqual([spaces[1]?.id, 64])
})

test('without a model nothing is embedded, and no progress is shown', async () => {
  const { use, addPair, embedAll, embedded, progress, hits } = await vectorWorld()
  await addPair(KNOWN, '试一节。')
  await use('')
  await embedAll()

  expect(await progress()).toBeNull()
  expect(await hits(ASKED)).toEqual([])
  expect(embedded()).toEqual([])
})

test.each<[string, EmbeddingStep, string]>([
  ['is out of order', { status: 500 }, '模型服务异常（500）'],
  ['has had enough', { status: 429 }, '请求过于频繁，或额度已用完'],
  ['is none', { raw: '<html></html>' }, '模型返回的内容无法识别'],
  ['says too little', { raw: '{"data":[{"embedding":[1,2]}]}' }, '模型返回的内容无法识别'],
  ['says nothing', { raw: '{"data":[]}' }, '模型返回的内容无法识别'],
  ['gives vectors without a direction', { raw: ZEROS }, '模型返回的内容无法识别'],
  ['cannot tell meanings apart', { dimensions: 1 }, '该模型分辨不出句子的意思，请更换向量模型'],
])(
  'a model that %s keeps nothing from being learned and found by its words, and is tried again',
  async (_what, step, problem) => {
    const { use, addPair, list, embedAll, best, hits, model, clock, progress, zhao, lin } = await vectorWorld()
    const [screen, deaf] = [await zhao.connect(), await lin.connect()]
    model.playEmbeddings(step)
    await use('bge')
    await addPair(KNOWN, '试一节。')
    await embedAll()

    expect(await list()).toMatchObject([{ status: 'active', error: '' }])
    expect((await best(KNOWN))?.title).toBe(KNOWN)
    expect(await hits(ASKED)).toEqual([])
    expect(await progress()).toEqual({ ready: 0, total: 1, problem })
    await Promise.all([screen.roundTrip(), deaf.roundTrip()])
    expect(screen.take('hint').map((frame) => JSON.stringify(frame))).toEqual([
      expect.stringContaining(`向量模型 bge 无法使用：${problem}，暂时只按词语检索`),
    ])
    expect(deaf.take('hint')).toEqual([])

    model.playEmbeddings(WORKS)
    await embedAll()
    expect(await progress()).toMatchObject({ ready: 0 })
    clock.advance(EMBED_RETRY_MS)
    await embedAll()
    expect(await progress()).toEqual({ ready: 1, total: 1, problem: '' })
    expect(await hits(ASKED)).toHaveLength(1)
  },
)

test('saving the setting again retries at once', async () => {
  const { use, addPair, embedAll, model, progress } = await vectorWorld()
  await addPair(KNOWN, '试一节。')
  model.playEmbeddings({ status: 401 })
  await use('bge')
  await embedAll()
  expect(await progress()).toMatchObject({ ready: 0, problem: '密钥无效' })

  model.playEmbeddings(WORKS)
  await use('bge')
  await embedAll()

  expect(await progress()).toEqual({ ready: 1, total: 1, problem: '' })
})

test.each<[string, EmbeddingStep]>([
  ['is out of order', { status: 500 }],
  ['never answers', { hang: true }],
  ['answers with other dimensions', { dimensions: 7 }],
])('a customer’s question to a model that %s is answered by words', async (_what, step) => {
  const { use, addPair, embedAll, hits, model } = await vectorWorld()
  await addPair('衣柜多少钱', '599 元起')
  await use('bge')
  await embedAll()
  model.playEmbeddings(step)

  const found = await hits('衣柜什么价')

  expect(found).toHaveLength(1)
  expect(found[0]).not.toHaveProperty('parts')
})

test('a model that is gone again and again is left alone for a while', async () => {
  const { use, addPair, embedAll, hits, model, embedded, clock } = await vectorWorld()
  await addPair('衣柜多少钱', '599 元起')
  await use('bge')
  await embedAll()
  model.playEmbeddings({ status: 503 })
  const before = embedded().length

  for (let time = 0; time < 8; time += 1) await hits(`衣柜什么价${time}`)
  expect(embedded()).toHaveLength(before + 2 * 5)

  model.playEmbeddings(WORKS)
  clock.advance(HOUR_MS)
  expect((await hits('衣柜什么价'))[0]).toHaveProperty('parts')
})

test('a model that has other dimensions from now on is refused, and then all vectors are made anew', async () => {
  const { use, addPair, embedAll, hits, model, progress, db } = await vectorWorld()
  await addPair(KNOWN, '试一节。')
  await use('bge')
  await embedAll()
  model.playEmbeddings({ dimensions: 64 })

  expect(await hits(ASKED)).toEqual([])
  expect(await progress()).toMatchObject({ ready: 0, total: 1 })
  await embedAll()

  expect(await hits(ASKED)).toHaveLength(1)
  const [piece] = await db.sql.select().from(knowledgePiece)
  expect(piece?.vector).toHaveLength(64)
})

test('vectors of other dimensions are not stored beside those that are there', async () => {
  const { use, addPair, embedAll, model, progress, db } = await vectorWorld()
  await addPair(KNOWN, '试一节。')
  await use('bge')
  await embedAll()
  await addPair('在哪', '杭州。')
  // A single answer of another kind; measured again, it is what it was.
  model.playEmbeddings({ dimensions: 64 }, WORKS)
  await embedAll()

  expect(await progress()).toEqual({ ready: 1, total: 2, problem: `向量维度由 ${EMBEDDING_DIMENSIONS} 变为 64` })
  expect(await db.sql.select().from(embeddingSpace)).toMatchObject([{ retiredAt: null }])
})

test('a text that a model refuses stays without a vector and holds up no other', async () => {
  const { use, addPair, embedAll, hits, model, progress } = await vectorWorld()
  await addPair('不可说的问题', '答。')
  await addPair(KNOWN, '试一节。')
  model.playEmbeddings({ refuses: '不可说', dimensions: EMBEDDING_DIMENSIONS })
  await use('bge')
  await embedAll()

  expect(await progress()).toEqual({ ready: 2, total: 2, problem: '' })
  expect((await hits(ASKED))[0]?.title).toBe(KNOWN)
  expect((await hits('不可说的问题'))[0]?.title).toBe('不可说的问题')
})

test('several nodes share the work, and one that died is followed when its time is up', async () => {
  const here = await vectorWorld()
  const { use, addPair, embedded, progress, db, clock, reception, zhao } = here
  for (let n = 0; n < 25; n += 1) await addPair(`第${n}问`, '答。')
  await use('bge')
  const worker = () =>
    createEmbeddingWorker({ db, clock, log: createLog('silent'), models: reception.ai.modelSettings })
  await db.sql.insert(embeddingSpace).values({
    entId: zhao.entId,
    baseUrl: here.model.baseUrl,
    model: 'bge',
    createdAt: clock.now(),
    heldUntil: new Date(clock.now().getTime() + EMBED_LEASE_MS),
  })

  expect(await worker().run()).toBe(false)
  clock.advance(EMBED_LEASE_MS)
  await Promise.all([1, 2, 3].map(() => worker().run()))

  expect(await progress()).toEqual({ ready: 25, total: 25, problem: '' })
  const texts = embedded().flatMap(({ body }) => body.input ?? [])
  expect(texts.filter((text) => text.startsWith('第'))).toHaveLength(25)
})

test('an enterprise whose key cannot be opened holds up no other', async () => {
  const { use, addPair, save, embedAll, hits, db, zhao, rival, rivalsAccount } = await vectorWorld()
  await addPair('在哪', '杭州。')
  await save('qa', { question: KNOWN, answer: '试一节。' }, rival, rivalsAccount)
  await use('bge')
  await use('bge', rival)
  await db.sql
    .update(modelSetting)
    .set({ key: Buffer.from('spoilt') })
    .where(eq(modelSetting.entId, zhao.entId))

  await embedAll()

  expect(await hits(ASKED, rivalsAccount, rival)).toHaveLength(1)
})
