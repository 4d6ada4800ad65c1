import { agentApi, channelApi, FoundMessage, FoundReply, searchApi } from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import type { SearchStart } from '../search-shortcut.tsx'
import { SearchOverlay } from './search-overlay.tsx'

const nothing = sample(searchApi.global.data)

async function open(start: SearchStart = {}, found = nothing, permissions = allPermissions()) {
  localStorage.clear()
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(channelApi.simpleList, [])
  server.answer(searchApi.global, found)
  const overlay = await openLayer((close) => <SearchOverlay start={start} onClose={close} />, {
    server,
    permissions,
  })
  return overlay
}

test('typing asks once after a pause, and says when nothing was found', async () => {
  const overlay = await open()
  expect(document.activeElement).toBe(screen.getByLabelText('搜索客户、消息、快捷回复、页面'))

  await overlay.user.keyboard('量房')

  expect(await screen.findByText('未找到「量房」相关结果')).toBeTruthy()
  expect(overlay.server.calls(searchApi.global)).toHaveLength(1)
})

test('a search that fails can be tried again with the same keyword', async () => {
  const overlay = await open()
  overlay.server.refuse(searchApi.global, 'tooOften')

  await overlay.user.keyboard('量房')
  await screen.findByText('操作过于频繁，请稍后再试')
  overlay.server.answer(searchApi.global, nothing)
  await overlay.user.click(overlay.button('重试'))

  expect(await screen.findByText('未找到「量房」相关结果')).toBeTruthy()
})

test('Escape closes and returns the focus', async () => {
  const overlay = await open()
  expect(overlay.isOpen()).toBe(true)

  await overlay.user.keyboard('{Escape}')

  await overlay.expectClosed()
})

test('words handed over are searched in messages at once; an internal note among the hits is marked', async () => {
  const message = sample(FoundMessage, { snippet: '周六上门量房', isNote: false })
  const note = sample(FoundMessage, { snippet: '量房已约周六', isNote: true })

  const { server } = await open({ keyword: '量房', tab: 'message' }, { ...nothing, messages: [message, note] })

  const hits = await screen.findAllByRole('option')
  expect(hits.map((hit) => hit.textContent?.includes('内部备注'))).toEqual([false, true])
  expect(server.calls(searchApi.global)[0]).toMatchObject({ body: { keyword: '量房', types: ['message'] } })
})

test('an agent without the workbench searches quick replies and pages only', async () => {
  const reply = sample(FoundReply, { title: '报价说明' })
  const overlay = await open({ tab: 'message' }, { ...nothing, replies: [reply] }, ['tag:viewPage'])
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['全部', '快捷回复', '页面'])
  expect(screen.queryByLabelText('渠道账号')).toBeNull()
  expect(screen.getByPlaceholderText('搜索快捷回复、页面')).toBe(screen.getByLabelText('搜索快捷回复、页面'))

  await overlay.user.keyboard('报价')

  expect((await screen.findByRole('option')).textContent).toContain('报价说明')
})
