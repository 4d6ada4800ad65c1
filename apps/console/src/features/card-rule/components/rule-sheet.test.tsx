import {
  AccountDetail,
  CardRule,
  Material,
  agentApi,
  cardRuleApi,
  channelApi,
  materialApi,
  tagApi,
} from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules, testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { RuleActions } from './rule-actions.tsx'
import { RuleLog } from './rule-log.tsx'
import { RuleSheet } from './rule-sheet.tsx'
import { TrySheet } from './try-sheet.tsx'

const account = sample(AccountDetail)
const { relationId } = account
const card = sample(Material, { name: '预约量房', type: 'lead_form', enabled: true, auditStatus: 'passed' })
const rule = sample(CardRule, { relationId, name: '首次进线', materialIds: [card.id], version: 3 })

function createServer() {
  const server = createFakeServer()
  server.answer(materialApi.page, { items: [card], total: 1, page: 1, pageSize: 100 })
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [])
  server.answer(tagApi.list, [])
  server.answer(cardRuleApi.save, rule)
  server.answer(cardRuleApi.update, rule)
  server.answer(cardRuleApi.remove, true)
  server.answer(cardRuleApi.list, [rule])
  return server
}

async function open(kept: CardRule | undefined) {
  const sheet = await openLayer(
    (close) => <RuleSheet account={account} rule={kept} origin={undefined} onClose={close} />,
    { server: createServer() },
  )
  await expect.poll(() => sheet.server.calls(materialApi.page).length).toBeGreaterThan(0)
  return sheet
}

testFormRules({
  open: () => open(rule),
  edit: (sheet) => sheet.fill('规则名', '新客发卡'),
  typed: () => valueIn('规则名'),
  endpoint: cardRuleApi.update,
  sent: { body: expect.objectContaining({ id: rule.id, version: 3, name: '新客发卡', materialIds: [card.id] }) },
})

test('a new rule needs a name and a card', async () => {
  const sheet = await open(undefined)

  await sheet.fill('前置话术', '您好')
  await sheet.user.click(sheet.button('保存'))
  expect(await screen.findByText('请输入规则名')).toBeTruthy()
  expect(screen.getByText('请选择卡片')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('规则名'))

  await sheet.fill('规则名', '新客发卡')
  await sheet.choose('卡片', '预约量房 · 留资卡')
  await sheet.user.click(sheet.button('保存'))
  await sheet.expectClosed()
  expect(sheet.server.calls(cardRuleApi.save)[0]?.body).toMatchObject({ relationId, materialIds: [card.id] })
})

test('keywords are required for the trigger 关键词, and a broken expression is refused', async () => {
  const sheet = await open(rule)

  await sheet.user.click(screen.getByLabelText('关键词'))
  for (const name of ['包含', '完全一致', '正则']) expect(screen.getByText(name)).toBeTruthy()
  await sheet.user.click(sheet.button('保存'))
  expect(await screen.findByText('请输入关键词')).toBeTruthy()

  await sheet.user.click(screen.getByText('正则'))
  await sheet.user.type(screen.getByLabelText('关键词', { selector: '#rule-trigger\\.words' }), '([[ {Enter}')
  await sheet.user.click(sheet.button('保存'))
  expect(await screen.findByText('正则表达式不正确')).toBeTruthy()
  expect(sheet.server.calls(cardRuleApi.update)).toEqual([])
})

testConfirmRules({
  open: () =>
    openLayer(() => <RuleActions account={account} rule={rule} index={0} count={1} canEdit />, {
      server: createServer(),
    }),
  ask: async (page) => {
    await page.user.click(page.button('首次进线 更多操作'))
    await page.user.click(await screen.findByText('删除'))
  },
  title: '删除规则「首次进线」？',
  endpoint: cardRuleApi.remove,
  sent: { query: { id: rule.id } },
})

test('a trial says which rule fires and why the others do not, and sends nothing else', async () => {
  const server = createServer()
  server.answer(cardRuleApi.try, [{ ruleId: rule.id, fires: false, reason: '不是首次进线' }])
  const sheet = await openLayer((close) => <TrySheet account={account} rules={[rule]} onClose={close} />, { server })

  await sheet.fill('客户说的话', '多少钱')
  await sheet.user.dblClick(sheet.button('试跑'))

  expect(await screen.findByText('不是首次进线')).toBeTruthy()
  expect(screen.getByText('没有规则会发卡')).toBeTruthy()
  expect(server.calls(cardRuleApi.try)).toHaveLength(1)
})

test('a refused trial says so and keeps the sentence', async () => {
  const server = createServer()
  server.refuse(cardRuleApi.try, 'tooOften')
  const sheet = await openLayer((close) => <TrySheet account={account} rules={[rule]} onClose={close} />, { server })

  await sheet.fill('客户说的话', '多少钱')
  await sheet.user.click(sheet.button('试跑'))

  await expect.poll(() => sheet.toasts).toEqual(['error: 操作过于频繁，请稍后再试'])
  expect(valueIn('客户说的话')).toBe('多少钱')
})

test('the log of a rule opens empty, closes with Escape and returns the focus', async () => {
  const server = createServer()
  server.answer(cardRuleApi.log, { items: [], nextCursor: null })
  const sheet = await openLayer((close) => <RuleLog rule={rule} onClose={close} />, { server })

  expect(await screen.findByText('暂无发卡记录')).toBeTruthy()
  await sheet.user.keyboard('{Escape}')

  await sheet.expectClosed()
})
