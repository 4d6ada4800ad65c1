import { BlockedCustomer, CustomerField, CustomerSetting, customerApi, customerSettingApi, Stage } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testConfirmRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { customerSettingKeys } from './customer-setting.queries.ts'
import { CustomerSettingPage } from './customer-setting-page.tsx'

const estate = sample(CustomerField, { name: '楼盘', enabled: true, position: 0 })
const area = sample(CustomerField, { name: '面积', enabled: true, position: 1 })
const stage = (name: string, position: number) => sample(Stage, { name, color: 'blue', position })
const setting = sample(CustomerSetting, {
  stages: [stage('新客', 0), stage('已成交', 1)],
  transferReasons: ['下班交接'],
  unansweredMinutes: 3,
  version: 3,
})
const blocked = sample(BlockedCustomer, { name: '小满', subSourceName: '云杉家居' })

async function open(path: string) {
  const server = createFakeServer()
  server.answer(customerSettingApi.listFields, [estate, area])
  server.answer(customerSettingApi.moveField, [area, estate])
  server.answer(customerSettingApi.updateField, { ...estate, enabled: false })
  server.answer(customerSettingApi.get, setting)
  server.answer(customerSettingApi.update, () => ({ ...setting, version: 4 }))
  server.answer(customerApi.listBlocked, { items: [blocked], nextCursor: null })
  server.answer(customerApi.block, sample(customerApi.block.data))
  return openLayer(() => <CustomerSettingPage />, { server, path })
}

test('a field is moved with the keyboard and disabled by its switch', async () => {
  const page = await open('/setting/customer')
  await screen.findByText('楼盘')

  await page.user.click(screen.getByRole('switch', { name: '启用 楼盘' }))
  await expect.poll(() => page.server.calls(customerSettingApi.updateField).length).toBe(1)
  expect(page.server.calls(customerSettingApi.updateField)[0]?.body).toMatchObject({ id: estate.id, enabled: false })

  await page.user.click(screen.getByRole('button', { name: '下移 楼盘' }))
  await expect
    .poll(() => page.server.calls(customerSettingApi.moveField))
    .toEqual([{ body: { id: estate.id, targetPosition: 1 } }])
})

test('stages and reasons are changed in one form and saved over its version', async () => {
  const page = await open('/setting/customer?tab=rule')
  await screen.findByLabelText('阶段 1 名称')

  await page.fill('阶段 1 名称', '陌生人')
  await page.user.click(screen.getByRole('button', { name: '下移 陌生人' }))
  await page.fill('转接原因 1', '轮班')
  await page.user.dblClick(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(customerSettingApi.update)).toHaveLength(1)
  expect(page.server.calls(customerSettingApi.update)[0]?.body).toMatchObject({
    stages: [{ name: '已成交' }, { id: setting.stages[0]!.id, name: '陌生人' }],
    transferReasons: ['轮班'],
    version: 3,
  })
})

test('what is typed while the form is being saved is neither saved nor lost', async () => {
  const page = await open('/setting/customer?tab=rule')
  await screen.findByLabelText('阶段 1 名称')
  const held = page.server.hold(customerSettingApi.update)

  await page.fill('阶段 1 名称', '陌生人')
  await page.user.click(page.button('保存'))
  await expect.poll(() => page.server.calls(customerSettingApi.update).length).toBe(1)
  await page.fill('转接原因 1', '轮班')
  held.release()

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(valueIn('转接原因 1')).toBe('轮班')
  expect(page.button('保存')).toBeTruthy()
})

test('a field that contacts are written to is named also while it is disabled', async () => {
  const off = sample(CustomerField, { name: '电话', type: 'phone', enabled: false, position: 2 })
  const page = await open('/setting/customer?tab=rule')
  page.server.answer(customerSettingApi.listFields, [estate, off])
  page.server.answer(customerSettingApi.get, { ...setting, writeTo: { phone: off.id, wechat: null }, version: 4 })
  await page.cache.refetchQueries({ queryKey: customerSettingKeys.all })

  expect(await screen.findByText('电话（已停用，暂不写入）')).toBeTruthy()
})

test('手机号脱敏显示 is a switch of the form, and says what it does', async () => {
  const page = await open('/setting/customer?tab=rule')

  await page.user.click(await screen.findByLabelText('手机号脱敏显示'))
  expect(screen.getByText('微信号和敏感字段仍然脱敏', { exact: false })).toBeTruthy()
  await page.user.click(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(customerSettingApi.update)[0]?.body).toMatchObject({ maskPhone: !setting.maskPhone })
})

test('未回复时长 is changed in the form', async () => {
  const page = await open('/setting/customer?tab=rule')

  await page.fill('未回复时长', '10')
  await page.user.click(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(customerSettingApi.update)[0]?.body).toMatchObject({ unansweredMinutes: 10 })
})

test('an empty stage is refused at its field; 取消 puts the saved names back', async () => {
  const page = await open('/setting/customer?tab=rule')
  await screen.findByLabelText('阶段 1 名称')

  await page.user.click(page.button('添加阶段'))
  await page.user.click(page.button('保存'))
  expect((await screen.findByRole('alert')).textContent).toBe('请输入阶段名称')
  expect(page.server.calls(customerSettingApi.update)).toEqual([])

  await page.user.click(page.button('取消'))
  expect(screen.queryByLabelText('阶段 3 名称')).toBeNull()
  expect(valueIn('阶段 1 名称')).toBe('新客')
})

testConfirmRules({
  open: async () => {
    const page = await open('/setting/customer?tab=blacklist')
    await screen.findByText('小满')
    return page
  },
  ask: (page) => page.user.click(screen.getByRole('button', { name: '将 小满 移出黑名单' })),
  title: '将「小满」移出黑名单？',
  endpoint: customerApi.block,
  sent: { body: { customerId: blocked.customerId, block: false } },
})
