import type { ModelSetting } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { checkDraft, draftOf, firstBad, isSameDraft, saveBody, testBody } from './model-draft.ts'

const setting: ModelSetting = {
  mode: 'default',
  baseUrl: '',
  model: '',
  embeddingModel: '',
  timeoutSec: 20,
  allowsContacts: false,
  keyTail: '',
  hasOperatorModel: false,
  vectors: null,
  version: 3,
}
const own = { ...draftOf(setting), mode: 'own', baseUrl: 'https://a.test/v1', model: 'm', key: 'sk-1' } as const

test('the platform’s default needs nothing', () => {
  expect(checkDraft(setting, draftOf(setting))).toEqual({})
})

test('a model of one’s own needs an address, a key and a name, and the first of them is looked at first', () => {
  const problems = checkDraft(setting, { ...draftOf(setting), mode: 'own' })

  expect(problems).toEqual({ baseUrl: '请输入接口地址', key: '请输入密钥', model: '请输入模型名' })
  expect(firstBad(problems)).toBe('baseUrl')
  expect(checkDraft(setting, own)).toEqual({})
})

test('a kept key need not be typed again, and is not sent', () => {
  const kept = { ...setting, keyTail: '9f3c' }
  const draft = { ...own, key: ' ' }

  expect(checkDraft(kept, draft)).toEqual({})
  expect(saveBody(kept, draft)).not.toHaveProperty('key')
  expect(testBody(draft)).not.toHaveProperty('key')
})

test('a new key goes along with the version the form began with', () => {
  expect(saveBody(setting, own)).toMatchObject({ key: 'sk-1', mode: 'own', version: 3 })
  expect(testBody(own)).toEqual({
    baseUrl: 'https://a.test/v1',
    model: 'm',
    embeddingModel: '',
    timeoutSec: 20,
    key: 'sk-1',
  })
})

test.each([4, 61])('a timeout of %i seconds is refused', (timeoutSec) => {
  expect(checkDraft(setting, { ...own, timeoutSec })).toEqual({ timeoutSec: '超时为 5 到 60 秒' })
})

test('typing a key is a change', () => {
  expect(isSameDraft(draftOf(setting), { ...draftOf(setting), key: 'sk' })).toBe(false)
  expect(isSameDraft(draftOf(setting), draftOf(setting))).toBe(true)
})
