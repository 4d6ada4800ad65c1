import { expect, test } from 'vitest'
import { CHAT_CLIENT_ERRORS, DISCONNECT_BANNER, KICK_DIALOG } from './connection-texts.ts'

test('an agent signed in elsewhere reads why the work ends here', () => {
  expect(Object.values(KICK_DIALOG)).toEqual(['下线通知', '您的账号已在其它电脑登录，您将被强制下线', '知道了'])
})

test('a lost connection offers to reconnect', () => {
  expect(Object.values(DISCONNECT_BANNER)).toEqual([
    '提示',
    '当前网络不稳定，请检查当前网络状态后，点击「重连」进行重试',
    '重连',
  ])
})

test('the chat client fails with the texts its users look for', () => {
  expect(Object.values(CHAT_CLIENT_ERRORS)).toEqual([
    'timeout',
    'connection is shutdown',
    'token not found',
    'username not found',
    'conversation not found',
  ])
})
