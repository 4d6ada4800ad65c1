import { CLOSE } from '@ruwu/contract'
import { DISCONNECT_BANNER, DISCONNECT_BANNER_DELAY_MS } from '@ruwu/domain'
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RealtimeContext } from '../realtime/realtime-context.ts'
import { onSessionEnd } from '../session/session-end.ts'
import { readSession, replaceToken, writeSession } from '../session/session.ts'
import { me, openLayer } from '../testing/render.tsx'
import { NetworkBanner } from './frame.tsx'
import { RealtimeProvider } from './realtime-provider.tsx'

/** The server's end of the console's socket. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static last: FakeSocket
  readonly readyState = FakeSocket.OPEN
  close = vi.fn()
  send = vi.fn()
  constructor() {
    super()
    FakeSocket.last = this
  }
  says(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}

/** A connected console. */
async function connect() {
  vi.stubGlobal('WebSocket', FakeSocket)
  const before = FakeSocket.last
  const page = await openLayer(() => <RealtimeProvider baseline={0}>{null}</RealtimeProvider>)
  await expect.poll(() => FakeSocket.last).not.toBe(before)
  return page
}

async function kick(message: 'kick_self' | 'kick_by_password_updated') {
  const page = await connect()
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  act(() => {
    FakeSocket.last.dispatchEvent(new Event('open'))
    FakeSocket.last.says({ type: 'kickout', message })
  })
  return { ...page, ended, assign }
}

// R24
test('下线通知 has to be acknowledged; a double click ends the session once', async () => {
  const page = await kick('kick_self')
  const notice = await screen.findByRole('alertdialog', { name: '下线通知' })
  expect(notice.textContent).toContain('您的账号已在其它电脑登录，您将被强制下线')
  expect(FakeSocket.last.close).toHaveBeenCalled()

  await page.user.keyboard('{Escape}')
  expect(screen.queryByText('取消')).toBeNull()
  expect(readSession()).toBeTruthy()
  await page.user.dblClick(screen.getByText('知道了'))

  await expect.poll(() => page.ended.mock.calls).toEqual([['kicked']])
  expect(readSession()).toBeUndefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a session that another tab began while 下线通知 was open is not ended', async () => {
  const page = await kick('kick_self')
  await screen.findByRole('alertdialog', { name: '下线通知' })

  writeSession({ token: 'another', entId: me.entId, id: me.id, entName: '如晤演示' })
  await page.user.click(screen.getByText('知道了'))

  await expect.poll(() => page.assign.mock.calls).toEqual([['/']])
  expect(page.ended).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('another')
})

test('a kick that names oneself ends nothing', async () => {
  await connect()
  act(() => {
    FakeSocket.last.dispatchEvent(new Event('open'))
    FakeSocket.last.says({ type: 'kickout', message: 'kick_self', attendee: me.id })
    FakeSocket.last.says({ type: 'nop' })
  })

  expect(FakeSocket.last.close).not.toHaveBeenCalled()
  expect(screen.queryByRole('alertdialog', { name: '下线通知' })).toBeNull()
})

// R24
test('a changed password ends the session without a notice', async () => {
  const page = await kick('kick_by_password_updated')

  expect(page.ended.mock.calls).toEqual([['kicked']])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

// R24
test('after a change of the own password a kick still ends the session', async () => {
  await connect()
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  replaceToken('second')
  replaceToken('third')

  act(() => {
    FakeSocket.last.dispatchEvent(new Event('open'))
    FakeSocket.last.says({ type: 'kickout', message: 'kick_by_password_updated' })
  })

  expect(ended.mock.calls).toEqual([['kicked']])
  expect(readSession()).toBeUndefined()
  expect(assign).not.toHaveBeenCalled()
})

test('a revoked socket of an old session does not end the one that another tab began', async () => {
  await connect()
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  writeSession({ token: 'another', entId: me.entId, id: me.id, entName: '如晤演示' })

  act(() => {
    FakeSocket.last.dispatchEvent(new Event('open'))
    FakeSocket.last.dispatchEvent(Object.assign(new Event('close'), { code: CLOSE.revoked.code }))
  })

  await expect.poll(() => assign.mock.calls).toEqual([['/']])
  expect(ended).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('another')
})

test('an event that could not be applied makes the page load its data again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { cache } = await connect()
  cache.setQueryData(['shown'], 1)

  act(() => {
    FakeSocket.last.dispatchEvent(new Event('open'))
    FakeSocket.last.says({ type: 'message', seq: 1, content: { type: 'agent_status_change', text: '{"agentId":7}' } })
  })

  await expect.poll(() => cache.getQueryState(['shown'])?.isInvalidated).toBe(true)
})

test.each([
  { isKicked: false, shown: 1 },
  { isKicked: true, shown: 0 },
])('a lost connection may be opened again, one that was kicked may not: %j', ({ isKicked, shown }) => {
  vi.useFakeTimers()
  const rest = { reconnect: () => {}, disconnect: () => {}, send: () => false }
  const { unmount } = render(
    <RealtimeContext value={{ status: 'disconnected', isKicked, ...rest }}>
      <NetworkBanner />
    </RealtimeContext>,
  )
  onTestFinished(() => {
    unmount()
    vi.useRealTimers()
  })

  act(() => void vi.advanceTimersByTime(DISCONNECT_BANNER_DELAY_MS))

  expect(screen.queryAllByText(DISCONNECT_BANNER.title)).toHaveLength(shown)
})
