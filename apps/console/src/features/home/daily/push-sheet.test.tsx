import { type DailyPush, homeDailyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { PushSheet } from './push-sheet.tsx'

const push: DailyPush = { enabled: true, time: '09:00', targets: [{ type: 0, url: '' }] }
const URL = 'https://oapi.dingtalk.com/robot/send?access_token=a'

async function open() {
  const server = createFakeServer()
  server.answer(homeDailyApi.getPush, push)
  server.answer(homeDailyApi.savePush, ({ body }) => body)
  server.answer(homeDailyApi.testPush, true)
  const sheet = await openLayer((close) => <PushSheet onClose={close} />, { server })
  await screen.findByLabelText('钉钉机器人')
  return sheet
}

testFormRules({
  open,
  edit: (sheet) => sheet.fill('钉钉机器人', URL),
  typed: () => valueIn('钉钉机器人'),
  endpoint: homeDailyApi.savePush,
  sent: { body: { ...push, targets: [...push.targets, { type: 2, url: URL }] } },
})

test('a push that is on needs a target, and an address must be https', async () => {
  const sheet = await open()

  await sheet.user.click(screen.getByLabelText('站内'))
  await sheet.user.click(sheet.button('保存'))
  expect(await screen.findByText('请选择推送目标')).toBeTruthy()

  await sheet.fill('企业微信机器人', 'http://example.com')
  await sheet.user.click(sheet.button('保存'))
  expect(await screen.findByText('请输入 https 开头的地址')).toBeTruthy()
  expect(sheet.server.calls(homeDailyApi.savePush)).toEqual([])
})

test('an address is tested before it is saved, and a refusal tells why', async () => {
  const sheet = await open()
  await sheet.fill('钉钉机器人', URL)

  await sheet.user.click(sheet.button('测试钉钉机器人'))
  await expect.poll(() => sheet.toasts).toEqual(['success: 测试消息已发送'])
  expect(sheet.server.calls(homeDailyApi.testPush)).toEqual([{ body: { type: 2, url: URL } }])

  sheet.server.refuse(homeDailyApi.testPush, 'refused', { msg: '机器人拒绝：token is not exist' })
  await sheet.user.click(sheet.button('测试钉钉机器人'))
  await expect.poll(() => sheet.toasts.at(-1)).toBe('error: 机器人拒绝：token is not exist')
})

test('an address that was tested too often is tested again after the time the server says', async () => {
  const sheet = await open()
  await sheet.fill('钉钉机器人', URL)
  sheet.server.refuse(homeDailyApi.testPush, 'tooOften', { data: { retryAfter: 40 } })

  await sheet.user.click(sheet.button('测试钉钉机器人'))

  const button = await screen.findByRole('button', { name: /^测试钉钉机器人，40秒后可重试/ })
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: '测试企业微信机器人' }).textContent).toBe('测试')
})
