import { flowApi, FlowVersion } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { sampleFlow } from '../../../testing/sample-flow.ts'
import { VersionSheet } from './version-sheet.tsx'

const flow = sampleFlow({ publishedVersion: 2, status: 'published', running: 4 })
const versions = [
  sample(FlowVersion, { version: 2, note: '改了语气', agentName: '林小满', isCurrent: true, running: 4 }),
  sample(FlowVersion, { version: 1, note: '第一版', agentName: '林小满', isCurrent: false, running: 0 }),
]
const answer = sampleFlow({ publishedVersion: 3, status: 'published' })

async function open({ canEdit = true, items = versions } = {}) {
  const server = createFakeServer()
  server.answer(flowApi.listVersions, { items, total: items.length, page: 1, pageSize: 20 })
  server.answer(flowApi.rollback, answer)
  const onRolledBack = vi.fn()
  const sheet = await openLayer(
    (close) => <VersionSheet flow={flow} canEdit={canEdit} onRolledBack={onRolledBack} onClose={close} />,
    { server },
  )
  return { ...sheet, onRolledBack }
}

test('an older version is published again, and the customers under way stay on theirs unless moved', async () => {
  const sheet = await open()
  await screen.findByText('第一版')

  await sheet.user.click(sheet.button('回滚到 v1'))
  expect(screen.getByText('进行中的 4 位客户')).toBeTruthy()
  await sheet.user.dblClick(sheet.button('确认'))

  await expect.poll(() => sheet.toasts).toEqual(['success: 已回滚到 v1 的内容，发布为 v3'])
  expect(sheet.server.calls(flowApi.rollback)).toEqual([
    { body: { id: flow.id, version: 1, draftVersion: flow.version, moveRunning: false } },
  ])
  expect(sheet.onRolledBack).toHaveBeenCalledExactlyOnceWith(answer)
})

test('cancelling a rollback sends nothing, a refused one shows why and stays open', async () => {
  const sheet = await open()
  sheet.server.refuse(flowApi.rollback, 'refused', { msg: '卡片已删除' })
  await screen.findByText('第一版')

  await sheet.user.click(sheet.button('回滚到 v1'))
  await sheet.user.click(sheet.button('取消'))
  expect(sheet.server.calls(flowApi.rollback)).toEqual([])
  await sheet.user.click(sheet.button('回滚到 v1'))
  await sheet.user.click(sheet.button('确认'))

  await expect.poll(() => sheet.toasts).toEqual(['error: 卡片已删除'])
  expect(screen.getByRole('dialog', { name: '回滚到 v1？' })).toBeTruthy()
})

test.each([
  [true, ['v1']],
  [false, []],
])('with permission %s these can be rolled back to: %j', async (canEdit, offered) => {
  await open({ canEdit })
  await screen.findByText('第一版')

  const buttons = screen.queryAllByRole('button', { name: /^回滚到/ })
  expect(buttons.map((it) => it.getAttribute('aria-label')?.replace('回滚到 ', ''))).toEqual(offered)
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual(
    [2, 1].map((version) => `/automation/detail?id=${flow.id}&version=${version}`),
  )
})

test('without versions the sheet says so', async () => {
  await open({ items: [] })

  expect(await screen.findByText('暂无已发布的版本')).toBeTruthy()
})
