import { Agent, agentApi, pointsApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { PointsSettingSheet } from './points-setting-sheet.tsx'

const lin = sample(Agent, { name: '林小满', enabled: true })
const setting = { notifyAgentIds: [], dailyCap: 500, usedUpReply: { enabled: false, text: '' }, version: 2 }

async function open() {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin])
  server.answer(pointsApi.getSetting, setting)
  server.answer(pointsApi.saveSetting, ({ body }) => ({ ...body, version: 3 }))
  const sheet = await openLayer((close) => <PointsSettingSheet onClose={close} />, { server })
  await screen.findByLabelText('每日积分上限')
  return sheet
}

testFormRules({
  open,
  edit: (sheet) => sheet.fill('每日积分上限', '800'),
  typed: () => valueIn('每日积分上限'),
  endpoint: pointsApi.saveSetting,
  sent: { body: { ...setting, dailyCap: 800 } },
})

test('the agents to notify and the reply for used-up points are saved together', async () => {
  const sheet = await open()

  await sheet.choose('通知人', '林小满')
  await sheet.user.click(screen.getByRole('switch', { name: '用尽后自动回复' }))
  await sheet.user.click(screen.getByRole('textbox', { name: '用尽后自动回复' }))
  await sheet.user.paste('稍后由人工回复您')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(pointsApi.saveSetting)[0]?.body).toMatchObject({
    notifyAgentIds: [lin.id],
    usedUpReply: { enabled: true, text: '稍后由人工回复您' },
  })
})

test('a limit beyond the largest one is refused before it is sent', async () => {
  const sheet = await open()

  await sheet.fill('每日积分上限', '10000001')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('每日积分上限过大')).toBeTruthy()
  expect(sheet.server.calls(pointsApi.saveSetting)).toEqual([])
})

test('a setting that cannot be read can be asked for again', async () => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.refuse(pointsApi.getSetting, 'forbidden')
  const sheet = await openLayer((close) => <PointsSettingSheet onClose={close} />, { server })
  expect(await screen.findByText('没有权限')).toBeTruthy()

  server.answer(pointsApi.getSetting, setting)
  await sheet.user.click(sheet.button('重试'))

  expect(await screen.findByLabelText('每日积分上限')).toBeTruthy()
})
