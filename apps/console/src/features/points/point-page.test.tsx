import { EntAccount, type Permission, pointsApi } from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample, sampleId } from '../../testing/sample.ts'
import { PointPage } from './point-page.tsx'

const row = { key: 'ai_reply', name: 'AI 回复', answers: 30, points: 30, share: 0.75 }
const series = { key: 'ai_reply', name: 'AI 回复', points: [{ t: '2026-03-14T16:00:00.000Z', v: 40 }] }

type Situation = { permissions?: readonly Permission[]; dailyCap?: number; isFailing?: boolean }

function open({ permissions = allPermissions(), dailyCap = 40, isFailing = false }: Situation = {}) {
  const server = createFakeServer()
  server.answer(pointsApi.info, sample(EntAccount, { orderPoints: 900, averageDailyConsumePoints: 100, hasPaid: true }))
  server.answer(pointsApi.bonusInfo, [])
  server.answer(pointsApi.getSetting, {
    notifyAgentIds: [],
    dailyCap,
    usedUpReply: { enabled: false, text: '' },
    version: 1,
  })
  server.answer(pointsApi.onlyPoint, { consume: 41, recharge: 1_000, bonus: 0, refund: 1, expired: 0, adjust: 0 })
  server.answer(pointsApi.timeline, { series: [series], total: 40 })
  server.answer(pointsApi.pointConsume, ({ body: { groupBy } }) => ({
    items:
      groupBy === 'item' ? [row] : [{ ...row, key: sampleId(), name: groupBy === 'agent' ? '林小满' : '云杉家居' }],
    total: 1,
    page: 1,
    pageSize: 20,
    sum: { answers: 30, points: 40 },
  }))
  if (isFailing) server.refuse(pointsApi.onlyPoint, 'forbidden')
  return renderConsole(<PointPage />, { server, path: '/point', permissions })
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

test('balance, totals, consumption and the daily limit are shown', async () => {
  open()

  await screen.findByText('余额预警')
  expect(panel('积分中心').getByText('9 天')).toBeTruthy()
  expect(await panel('期间合计').findByText('41')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^AI 回复 30 30 75%/ })).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^云杉家居/ })).toBeTruthy()
  expect(await panel('今日消耗').findByText('已达每日上限，AI 托管暂停到次日 00:00')).toBeTruthy()
})

test('the trend is grouped by account in the address, and the table by agent', async () => {
  const page = open()
  await screen.findByRole('row', { name: /^云杉家居/ })

  await page.user.click(panel('消耗趋势').getByText('按账号'))
  await page.user.click(panel('按账号').getByText('按客服'))

  expect(await screen.findByRole('row', { name: /^林小满/ })).toBeTruthy()
  expect(page.address()).toBe('/point?by=account')
  expect(page.server.calls(pointsApi.timeline).at(-1)?.body).toMatchObject({ groupBy: 'account', granularity: 'day' })
})

test('a panel that fails leaves the others usable and can be asked again', async () => {
  const page = open({ isFailing: true })
  await screen.findByRole('row', { name: /^AI 回复/ })
  await panel('期间合计').findByText('没有权限')

  page.server.answer(pointsApi.onlyPoint, { consume: 5, recharge: 0, bonus: 0, refund: 0, expired: 0, adjust: 7 })
  await page.user.click(panel('期间合计').getByRole('button', { name: '重试' }))

  expect(await panel('期间合计').findByText('调整')).toBeTruthy()
})

test.each([
  ['of the simulator', true, '演示：不产生真实付款'],
  ['that take real money', false, '积分用于 AI 回复、知识学习等，购买后立即到账'],
])('a demo with methods %s (%s) says: %s', async (_which, isPaySimulated, expected) => {
  window.RUWU_CONFIG = { payMethods: ['wechat'], demo: true, isPaySimulated }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  open()
  await screen.findByText('余额预警')

  expect(panel('充值').getByText(expected)).toBeTruthy()
  expect(panel('充值').getByRole('button', { name: '演示充值' })).toBeTruthy()
})

test('演示充值 asks before it credits points', async () => {
  window.RUWU_CONFIG = { payMethods: [], demo: true, isPaySimulated: true }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const page = open()
  await screen.findByText('余额预警')

  await page.user.click(panel('充值').getByRole('button', { name: '演示充值' }))
  const question = await screen.findByRole('alertdialog', { name: '进行演示充值？' })
  await page.user.click(within(question).getByText('取消'))

  expect(page.server.calls(pointsApi.demoRecharge)).toEqual([])
})

test('prices are a click away; without the right to buy there is no setting and no recharge', async () => {
  const page = open({ permissions: ['pointManagement:viewPage'], dailyCap: 0 })
  expect(await screen.findByText('未设每日上限')).toBeTruthy()

  await page.user.click(screen.getByRole('button', { name: '计费规则' }))

  expect(await screen.findByRole('dialog', { name: '计费规则' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '积分设置' })).toBeNull()
  expect(screen.queryByRole('region', { name: '充值' })).toBeNull()
})
