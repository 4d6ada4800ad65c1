import { modelSettingApi } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import { EMBEDDING_DIMENSIONS, type EmbeddingStep, type ModelStep, startScriptedModel } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { enterprise, modelSetting } from '../../db/schema/index.ts'
import { SAME_MEANING } from '../../engine/retrieval/vectors/calibration.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { world } from '../../testing/world.ts'

const OWN = {
  mode: 'own' as const,
  baseUrl: 'https://model.example.com/v1',
  model: 'big',
  embeddingModel: '',
  timeoutSec: 20,
  allowsContacts: false,
  key: 'sk-0123456789abcd',
}
const HOUR_MS = 60 * 60_000

async function scripted(...steps: ModelStep[]) {
  const model = await startScriptedModel(...steps)
  onTestFinished(() => model.close())
  return model
}

test('an enterprise begins with what the operator provides', async () => {
  const { zhao } = await world()

  expect(await zhao.call(modelSettingApi.get, {})).toEqual({
    mode: 'default',
    baseUrl: '',
    model: '',
    embeddingModel: '',
    timeoutSec: 20,
    allowsContacts: false,
    keyTail: '',
    hasOperatorModel: false,
    vectors: null,
    version: 0,
  })
})

test('a key goes in and never comes out; without a new one the old one stays', async () => {
  const { zhao, rival, db } = await world()

  const saved = await zhao.call(modelSettingApi.save, { body: { ...OWN, version: 0 } })
  const { key: _, ...withoutKey } = OWN
  const again = await zhao.call(modelSettingApi.save, { body: { ...withoutKey, timeoutSec: 30, version: 1 } })

  expect(saved).toMatchObject({ keyTail: 'abcd', version: 1 })
  expect(again).toMatchObject({ keyTail: 'abcd', timeoutSec: 30, version: 2 })
  expect(JSON.stringify([saved, again])).not.toContain('sk-0123')
  const [row] = await db.sql.select().from(modelSetting)
  expect(row?.key?.toString('latin1')).not.toContain('sk-0123')
  expect(await rival.call(modelSettingApi.get, {})).toMatchObject({ mode: 'default', keyTail: '' })
  const entries = await auditEntries(db, modelSettingApi.save)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ agentId: zhao.id, after: expect.objectContaining({ key: '******', model: 'big' }) }),
      expect.objectContaining({ before: { timeoutSec: '20' }, after: { timeoutSec: '30' } }),
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain('sk-0123')
})

test('a kept key is not sent to another host', async () => {
  const { zhao } = await world()
  await zhao.call(modelSettingApi.save, { body: { ...OWN, version: 0 } })
  const { key: _, mode: __, ...elsewhere } = { ...OWN, baseUrl: 'https://thief.example.com/v1' }

  expect(await zhao.refused(modelSettingApi.test, { body: elsewhere })).toMatchObject({ msg: '请输入密钥' })
  expect(await zhao.refused(modelSettingApi.save, { body: { ...elsewhere, mode: 'own', version: 1 } })).toMatchObject({
    msg: '请输入密钥',
  })
})

test('of two concurrent changes the second is refused with the name of the first editor', async () => {
  const { zhao } = await world()
  await zhao.call(modelSettingApi.save, { body: { ...OWN, version: 0 } })
  await zhao.call(modelSettingApi.save, { body: { ...OWN, model: 'one', version: 1 } })

  expect(await zhao.refused(modelSettingApi.save, { body: { ...OWN, model: 'two', version: 1 } })).toMatchObject({
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
})

test.each([
  ['http://model.example.com/v1', '接口地址须是 https 的公网地址'],
  ['https://127.0.0.1/v1', '接口地址须是 https 的公网地址'],
  ['https://10.0.0.8/v1', '接口地址须是 https 的公网地址'],
  ['https://[::1]/v1', '接口地址须是 https 的公网地址'],
  ['https://localhost/v1', '接口地址须是 https 的公网地址'],
  ['https://db.internal/v1', '接口地址须是 https 的公网地址'],
  ['https://user:pass@model.example.com/v1', '接口地址须是 https 的公网地址'],
  ['model.example.com', '接口地址须是 https 的公网地址'],
])('%s is no address of a model', async (baseUrl, msg) => {
  const { zhao } = await world({ env: { DEMO: 'false' } })

  expect(await zhao.refused(modelSettingApi.save, { body: { ...OWN, baseUrl, version: 0 } })).toMatchObject({ msg })
})

test.each(['http://10.0.0.8/v1', 'http://169.254.169.254/latest', 'http://model.example.com/v1'])(
  '%s is none where nothing is real either',
  async (baseUrl) => {
    const { zhao } = await world()

    const { mode: _, ...connection } = { ...OWN, baseUrl }
    expect(await zhao.refused(modelSettingApi.test, { body: connection })).toMatchObject({
      msg: '接口地址须是 https 的公网地址',
    })
  },
)

test.each<[string, ModelStep, object]>([
  ['a model that answers', { say: '好' }, { isWorking: true, message: '连接成功' }],
  ['a wrong key', { status: 401 }, { isWorking: false, message: '密钥无效' }],
  ['no such model', { status: 404 }, { isWorking: false, message: '模型不存在，或接口地址不正确' }],
  ['too many calls', { status: 429 }, { isWorking: false, message: '请求过于频繁，或额度已用完' }],
  ['another service', { raw: '<html></html>' }, { isWorking: false, message: '模型返回的内容无法识别' }],
])('trying the connection: %s', async (_what, step, expected) => {
  const { zhao } = await world()
  const { baseUrl } = await scripted(step)
  const { mode: _, ...connection } = { ...OWN, baseUrl }

  expect(await zhao.call(modelSettingApi.test, { body: connection })).toMatchObject(expected)
})

test.each<[string, EmbeddingStep, object]>([
  ['that works', { dimensions: EMBEDDING_DIMENSIONS }, { isWorking: true, message: '连接成功' }],
  ['that is not there', { status: 404 }, { isWorking: false, message: '向量模型：模型不存在，或接口地址不正确' }],
  ['that is asked too often', { status: 429 }, { isWorking: false, message: '向量模型：请求过于频繁，或额度已用完' }],
  ['that is out of order', { status: 500 }, { isWorking: false, message: '向量模型：模型服务异常（500）' }],
  ['that never answers', { hang: true }, { isWorking: false, message: '向量模型：模型响应超时' }],
  ['that is none', { raw: '{"data":1}' }, { isWorking: false, message: '向量模型：模型返回的内容无法识别' }],
  [
    'that knows no Chinese',
    { dimensions: 1 },
    { isWorking: false, message: '向量模型：该模型分辨不出句子的意思，请更换向量模型' },
  ],
])('trying the connection with an embedding model %s', async (_what, step, expected) => {
  const { zhao } = await world()
  const model = await scripted({ say: '好' })
  model.meansSame(...SAME_MEANING)
  model.playEmbeddings(step)
  const { mode: _, ...connection } = { ...OWN, baseUrl: model.baseUrl, embeddingModel: 'bge', timeoutSec: 5 }

  expect(await zhao.call(modelSettingApi.test, { body: connection })).toMatchObject(expected)
  expect(model.requests.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { model: 'bge' } })
})

test('an unresolvable address, and one without a listener', async () => {
  const { zhao } = await world()
  const gone = await startScriptedModel()
  await gone.close()
  const { mode: _, ...connection } = OWN
  const message = async (baseUrl: string) =>
    (await zhao.call(modelSettingApi.test, { body: { ...connection, baseUrl } })).message

  expect(await message('https://no-such-host.invalid/v1')).toBe('找不到接口地址')
  expect(await message(gone.baseUrl)).toBe('接口地址无法连接')
})

test('administrators hear of a failing model once an hour', async () => {
  const { zhao, lin, clock, reception } = await world()
  await zhao.call(modelSettingApi.save, { body: { ...OWN, version: 0 } })
  const settings = reception.ai.modelSettings
  const { entId } = zhao
  const access = (await settings.forEnterprise(entId))!
  const heard = await zhao.connect()
  const deaf = await lin.connect()

  for (let time = 0; time < 3; time += 1) await settings.onFailure(entId, access, '密钥无效')
  clock.advance(HOUR_MS)
  await settings.onFailure(entId, access, '密钥无效')

  await heard.next((frame) => frame.type === 'hint')
  await Promise.all([heard.roundTrip(), deaf.roundTrip()])
  const hints = heard.take('hint')
  expect(hints).toHaveLength(2)
  expect(JSON.stringify(hints[0])).toContain('自有模型 big 无法使用：密钥无效，已改由内置引擎回答')
  expect(deaf.take('hint')).toEqual([])
})

test('the operator’s model answers for everybody who has none of their own', async () => {
  const { zhao, reception } = await world({ env: { LLM_BASE_URL: 'http://10.0.0.8/v1', LLM_MODEL: 'house' } })

  expect(await zhao.call(modelSettingApi.get, {})).toMatchObject({ hasOperatorModel: true })
  expect(await reception.ai.modelSettings.forEnterprise(zhao.entId)).toMatchObject({ model: 'house', isOwn: false })
})

test('the demo, whose password is public, is answered by the built-in engine', async () => {
  const env = { LLM_BASE_URL: 'http://10.0.0.8/v1', LLM_MODEL: 'house', EMBEDDING_MODEL: 'bge' }
  const { reception } = await world({ env })
  const { modelSettings } = reception.ai

  expect(await modelSettings.forEnterprise(DEMO_ENT_ID)).toBeUndefined()
  expect(await modelSettings.embeddingFor(DEMO_ENT_ID)).toBeUndefined()
  const shown = await modelSettings.get({ entId: DEMO_ENT_ID } as Caller)
  expect(shown).toMatchObject({ hasOperatorModel: false, vectors: null })
})

test.each(['true', 'false'])('so is the demo of a visitor, with DEMO=%s', async (DEMO) => {
  const env = { LLM_BASE_URL: 'http://10.0.0.8/v1', LLM_MODEL: 'house', EMBEDDING_MODEL: 'bge', DEMO }
  const { db, clock, lin, rival, reception } = await world({ env })
  const { modelSettings } = reception.ai
  await db.sql.update(enterprise).set({ demoEndsAt: clock.now() }).where(eq(enterprise.id, rival.entId))

  expect(await modelSettings.forEnterprise(rival.entId)).toBeUndefined()
  expect(await modelSettings.embeddingFor(rival.entId)).toBeUndefined()
  expect(await modelSettings.forEnterprise(lin.entId)).toMatchObject({ model: 'house' })
})

test('the operator’s embedding model serves only enterprises without their own model', async () => {
  const env = { LLM_BASE_URL: 'http://10.0.0.8/v1', LLM_MODEL: 'house', EMBEDDING_MODEL: 'bge' }
  const { zhao, rival, reception } = await world({ env })
  const { modelSettings } = reception.ai
  await rival.call(modelSettingApi.save, { body: { ...OWN, version: 0 } })

  expect(await modelSettings.embeddingFor(zhao.entId)).toMatchObject({ model: 'bge', isOwn: false })
  expect(await modelSettings.embeddingFor(rival.entId)).toBeUndefined()
  await rival.call(modelSettingApi.save, { body: { ...OWN, embeddingModel: 'own-bge', version: 1 } })
  expect(await modelSettings.embeddingFor(rival.entId)).toMatchObject({ model: 'own-bge', key: OWN.key, isOwn: true })
})
