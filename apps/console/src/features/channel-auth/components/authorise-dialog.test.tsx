import { channelApi, RelationId } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AuthoriseDialog } from './authorise-dialog.tsx'

const PAGE = 'https://platform.example.com/oauth'

async function open({ isBlocked = false } = {}) {
  const server = createFakeServer()
  server.answer(channelApi.lastOpenSuccess, null)
  server.answer(
    channelApi.openUrlRedbook,
    sample(channelApi.openUrlRedbook.data, { url: PAGE, preCode: 'p'.repeat(24) }),
  )
  const platform = { closed: false, close: vi.fn(), location: { replace: vi.fn() } }
  vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (platform as unknown as Window))
  const dialog = await openLayer((close) => <AuthoriseDialog source="redbook" onClose={close} />, { server })
  return { ...dialog, platform }
}

test('the page of the platform opens in its own window, once for a double click', async () => {
  const dialog = await open()

  await dialog.user.dblClick(dialog.button('去授权'))

  expect(await screen.findByText('等待授权完成…')).toBeTruthy()
  expect(dialog.platform.location.replace).toHaveBeenCalledExactlyOnceWith(PAGE)
  expect(dialog.server.calls(channelApi.openUrlRedbook)).toEqual([{ query: { reqPage: '/channel?source=redbook' } }])
  await dialog.user.click(dialog.button('关闭'))
  await dialog.expectClosed()
})

test('a blocked window leaves a link to the page', async () => {
  const dialog = await open({ isBlocked: true })

  await dialog.user.click(dialog.button('去授权'))

  expect(await screen.findByText('浏览器拦截了新窗口，请点击下面的链接打开授权页。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '打开授权页' }).getAttribute('href')).toBe(PAGE)
})

test('a refusal closes the empty window, shows why and can be tried again', async () => {
  const dialog = await open()
  dialog.server.refuse(channelApi.openUrlRedbook, 'refused', { msg: '渠道账号已达上限' })

  await dialog.user.click(dialog.button('去授权'))

  await expect.poll(() => dialog.toasts).toEqual(['error: 渠道账号已达上限'])
  expect(dialog.platform.close).toHaveBeenCalledOnce()
  expect(dialog.button('去授权').getAttribute('aria-busy')).toBeNull()
})

test('cancelling asks the platform for nothing', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('取消'))

  await dialog.expectClosed()
  expect(dialog.server.calls(channelApi.openUrlRedbook)).toEqual([])
})

test('a bound account leads on: to its configuration, or to the next one', async () => {
  const dialog = await open()
  await dialog.user.click(dialog.button('去授权'))
  await screen.findByText('等待授权完成…')
  const account = { relationId: RelationId.parse('a'.repeat(32)), name: '如晤家居', isInScope: true }
  const bound = { ...account, openedAt: '2026-07-08T01:00:00.000Z' }
  dialog.server.answer(channelApi.lastOpenSuccess, bound)

  await dialog.cache.refetchQueries({ queryKey: ['channel', 'last-open'] })

  expect(await screen.findByText('「如晤家居」已接入如晤')).toBeTruthy()
  const next = screen.getByRole('link', { name: '去配置账号' })
  expect(next.getAttribute('href')).toBe(`/channel/CORP/${bound.relationId}/redbook`)
  await dialog.user.click(dialog.button('继续绑定'))
  expect(dialog.button('去授权')).toBeTruthy()
})

test('who binds an account out of their scope is told so, and not led to its pages', async () => {
  const dialog = await open()
  await dialog.user.click(dialog.button('去授权'))
  await screen.findByText('等待授权完成…')
  const account = { relationId: RelationId.parse('a'.repeat(32)), name: '如晤家居', isInScope: false }
  dialog.server.answer(channelApi.lastOpenSuccess, { ...account, openedAt: '2026-07-08T01:00:00.000Z' })

  await dialog.cache.refetchQueries({ queryKey: ['channel', 'last-open'] })

  expect(await screen.findByText('「如晤家居」已接入如晤，但不在您的账号范围内，请联系管理员添加')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '去配置账号' })).toBeNull()
})

test('what failed in the platform’s window is told here too, with what to do', async () => {
  const dialog = await open()
  await dialog.user.click(dialog.button('去授权'))
  await screen.findByText('等待授权完成…')
  const data = { kind: 'already_bound', platformCode: null }
  dialog.server.refuse(channelApi.lastOpenSuccess, 'platformRefused', { msg: '该账号已授权给其他服务商', data })

  await dialog.cache.refetchQueries({ queryKey: ['channel', 'last-open'] })

  expect(await screen.findByText('该账号已授权给其他服务商')).toBeTruthy()
  expect(screen.getByText('解除与原服务商的授权')).toBeTruthy()
  expect(dialog.button('重新发起')).toBeTruthy()
})

test('after ten minutes without a result nothing is polled: the agent looks again, or begins again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const dialog = await open()
  await dialog.user.click(dialog.button('去授权'))
  await screen.findByText('等待授权完成…')
  const asked = () => dialog.server.calls(channelApi.lastOpenSuccess).length
  const before = asked()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(asked()).toBeGreaterThan(before)

  // In one jump: only one answer is waited for.
  act(() => void vi.advanceTimersByTime(10 * 60_000))
  expect(await screen.findByText('未检测到授权结果')).toBeTruthy()
  const whenLate = asked()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked()).toBe(whenLate)

  await dialog.user.click(dialog.button('我已完成，重新检测'))
  await expect.poll(() => dialog.toasts).toEqual(['warning: 仍未检测到授权结果'])
  expect(asked()).toBe(whenLate + 1)
  await dialog.user.click(dialog.button('重新发起'))
  expect(await screen.findByText('等待授权完成…')).toBeTruthy()
  expect(dialog.server.calls(channelApi.openUrlRedbook)).toHaveLength(2)
})
