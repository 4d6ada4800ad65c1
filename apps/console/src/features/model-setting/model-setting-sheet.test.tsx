import { ModelSetting, modelSettingApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { ModelSettingSheet } from './model-setting-sheet.tsx'

const kept = sample(ModelSetting, {
  mode: 'own',
  baseUrl: 'https://model.example.com/v1',
  model: 'large',
  keyTail: '8f2c',
  timeoutSec: 20,
  allowsContacts: false,
  version: 5,
})

async function open(part: Partial<ModelSetting> = {}) {
  const server = createFakeServer()
  server.answer(modelSettingApi.get, { ...kept, ...part })
  server.answer(modelSettingApi.save, { ...kept, version: 6 })
  server.answer(modelSettingApi.test, { isWorking: true, latencyMs: 1234, message: '' })
  const sheet = await openLayer((close) => <ModelSettingSheet onClose={close} />, { server })
  await screen.findByText('使用', { selector: 'legend' })
  return sheet
}

const shared = { baseUrl: kept.baseUrl, model: 'larger', embeddingModel: '', timeoutSec: 20 }

testFormRules({
  open,
  edit: (sheet) => sheet.fill('模型名', 'larger'),
  typed: () => valueIn('模型名'),
  endpoint: modelSettingApi.save,
  // An empty key leaves the stored one.
  sent: { body: { ...shared, mode: 'own', allowsContacts: false, version: 5 } },
})

test('a model of the own kind needs an address, a key and a name; the first missing one gets the focus', async () => {
  const sheet = await open({ mode: 'default', baseUrl: '', model: '', keyTail: '' })

  await sheet.user.click(screen.getByLabelText('自有模型'))
  await sheet.user.click(sheet.button('保存'))

  for (const message of ['请输入接口地址', '请输入密钥', '请输入模型名'])
    expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('接口地址'))
  expect(sheet.server.calls(modelSettingApi.save)).toEqual([])
})

test('a model reads contacts only where the enterprise allows it', async () => {
  const sheet = await open()

  await sheet.user.click(screen.getByRole('switch', { name: '允许模型读取联系方式' }))
  await sheet.user.click(sheet.button('保存'))

  await expect.poll(() => sheet.server.calls(modelSettingApi.save)[0]?.body).toMatchObject({ allowsContacts: true })
})

test('a timeout outside of 5 to 60 seconds is refused', async () => {
  const sheet = await open()

  await sheet.fill('超时', '61')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('超时为 5 到 60 秒')).toBeTruthy()
})

test('what stands in the form is tried out with one call, and a change takes the verdict away', async () => {
  const sheet = await open()
  await sheet.fill('模型名', 'larger')

  await sheet.user.dblClick(sheet.button('测试连接'))
  expect(await screen.findByText('连接成功，用时 1,234 毫秒')).toBeTruthy()
  expect(sheet.server.calls(modelSettingApi.test)).toEqual([{ body: shared }])

  await sheet.fill('模型名', 'small')
  expect(screen.queryByText(/连接成功/)).toBeNull()
})

test('a connection that fails says what the provider said; an address that is not allowed is shown at its field', async () => {
  const sheet = await open()
  sheet.server.answer(modelSettingApi.test, { isWorking: false, latencyMs: 0, message: '密钥无效' })
  await sheet.user.click(sheet.button('测试连接'))
  expect(await screen.findByText('连接失败：密钥无效')).toBeTruthy()

  sheet.server.refuse(modelSettingApi.test, 'validation', {
    data: { fields: { baseUrl: '只支持可公开访问的 https 地址' } },
  })
  await sheet.user.click(sheet.button('测试连接'))
  expect(await screen.findByText('只支持可公开访问的 https 地址')).toBeTruthy()
})

test('the setting of a colleague, saved meanwhile, is shown on demand', async () => {
  const sheet = await open()
  sheet.server.refuse(modelSettingApi.save, 'stale')
  await sheet.fill('模型名', 'larger')
  await sheet.user.click(sheet.button('保存'))
  sheet.server.answer(modelSettingApi.get, { ...kept, model: 'theirs', version: 6 })

  await sheet.answer('内容已被更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('模型名')).toBe('theirs')
})
