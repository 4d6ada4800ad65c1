import { Agent, AuditEntry, agentApi, auditApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { openLayer } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { AuditSheet } from './audit-sheet.tsx'

const lin = sample(Agent, { name: '林小满' })
const edited = sample(AuditEntry, {
  id: '1',
  action: 'agent.edit',
  agentName: '赵知远',
  objectName: '林小满',
  before: { role: '客服' },
  after: { role: '主管', name: '林满满' },
  ip: '10.0.0.8',
})
const byOperator = sample(AuditEntry, { id: '2', action: 'agent.resetPassword', agentId: null, agentName: '', ip: '' })

async function open(
  answer: { items: AuditEntry[]; nextCursor: string | null } = { items: [edited], nextCursor: null },
) {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin])
  server.answer(auditApi.page, answer)
  return openLayer((close) => <AuditSheet onClose={close} />, { server })
}

const asked = (page: Awaited<ReturnType<typeof open>>) => page.server.calls(auditApi.page).at(-1)?.body

test('an entry tells who did what to whom, from where, and which fields changed how', async () => {
  await open({ items: [edited, byOperator], nextCursor: null })

  for (const text of [
    '修改客服',
    '赵知远',
    '10.0.0.8',
    '角色',
    '客服',
    '主管',
    '名称',
    '林满满',
    '重置客服密码',
    '运维',
  ])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(screen.getByText('保留 365 天')).toBeTruthy()
})

test('a sign-in shows the device by name', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await open({
    items: [{ ...edited, action: 'auth.login', before: {}, after: { device: userAgent } }],
    nextCursor: null,
  })

  expect(await screen.findByText('Firefox · Linux')).toBeTruthy()
})

test('the log is filtered by agent, action and keyword, and 清空 takes all of them away', async () => {
  const page = await open()

  await page.choose('客服', '林小满')
  await page.choose('动作', '修改角色')
  await page.fill('关键词', '夜班')
  await expect
    .poll(() => asked(page))
    .toEqual({ agentId: lin.id, action: 'role.edit', keyword: '夜班', cursor: null, limit: 50 })

  await page.user.click(page.button('清空'))
  await expect.poll(() => asked(page)).toEqual({ cursor: null, limit: 50 })
})

test('without entries the log says so, filtered it offers to clear', async () => {
  const page = await open({ items: [], nextCursor: null })
  await screen.findByText('暂无操作日志')

  await page.choose('动作', '登录')

  expect(await screen.findByText('没有符合条件的结果')).toBeTruthy()
})

test('more entries are loaded after the last one', async () => {
  const page = await open({ items: [edited], nextCursor: 'next' })

  await page.user.click(await screen.findByRole('button', { name: '加载更多' }))

  await expect.poll(() => asked(page)).toEqual({ cursor: 'next', limit: 50 })
})

test('a failed load says why and is tried again', async () => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.refuse(auditApi.page, 'forbidden', { msg: '没有权限' })
  const page = await openLayer((close) => <AuditSheet onClose={close} />, { server })
  await screen.findByText('没有权限')

  server.answer(auditApi.page, { items: [edited], nextCursor: null })
  await page.user.click(screen.getByRole('button', { name: '重试' }))

  expect(await screen.findByText('修改客服')).toBeTruthy()
})
