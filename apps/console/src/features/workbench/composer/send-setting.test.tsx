import { AgentId } from '@ruwu/contract'
import { cleanup, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endSession } from '../../../session/session-end.ts'
import { writeSession } from '../../../session/session.ts'
import { me } from '../../../testing/render.tsx'
import { sampleId } from '../../../testing/sample.ts'
import { changeSendSetting, useSendSetting } from './send-setting.ts'

function signIn(id: AgentId) {
  endSession('elsewhere')
  writeSession({ token: 'token', entId: me.entId, id, entName: '如晤演示' })
}

function settingOf(id: AgentId) {
  signIn(id)
  const { result, unmount } = renderHook(useSendSetting)
  unmount()
  return result.current
}

// R172
test('each agent of a browser has settings of their own; at first those of the browser', () => {
  const [lin, wei] = [AgentId.parse(sampleId()), AgentId.parse(sampleId())]
  localStorage.setItem('ruwu.sendSetting', '{"sendKey":"modEnter"}')
  onTestFinished(() => {
    cleanup()
    localStorage.removeItem('ruwu.sendSetting')
    signIn(me.id)
  })
  signIn(lin)

  changeSendSetting({ suggests: false })

  expect(settingOf(lin)).toEqual({ sendKey: 'modEnter', readAfterReply: false, suggests: false })
  expect(settingOf(wei)).toEqual({ sendKey: 'modEnter', readAfterReply: false, suggests: true })
})

test('a change in another tab of the agent is shown at once', () => {
  signIn(AgentId.parse(sampleId()))
  const { result, rerender } = renderHook(useSendSetting)
  changeSendSetting({ readAfterReply: true })
  const key = Object.keys(localStorage).find((it) => localStorage.getItem(it)?.includes('"readAfterReply":true'))!

  localStorage.setItem(key, '{"suggests":false}')
  window.dispatchEvent(new StorageEvent('storage', { key }))
  rerender()

  expect(result.current).toEqual({ sendKey: 'enter', readAfterReply: false, suggests: false })
})
