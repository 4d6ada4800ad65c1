import { expect, test } from 'vitest'
import { assertCallback, resultErrorText, transportErrorText } from './error-texts.ts'

// R106
test.each([
  ['Network Error', '网络错误，请检查网络设置'],
  ['Request failed with status code 502', 'Request failed with status code 502'],
  ['', '服务器异常'],
  [' ', '服务器异常'],
  [null, '服务器异常'],
  [undefined, '服务器异常'],
])('the transport error %j reads %s', (message, expected) => {
  expect(transportErrorText(message)).toBe(expected)
})

// R107
test.each([
  ['手机号已存在', '手机号已存在'],
  ['', '结果异常'],
  [null, '结果异常'],
  [undefined, '结果异常'],
])('the result message %j reads %s', (msg, expected) => {
  expect(resultErrorText(msg)).toBe(expected)
})

// R87
test.each([undefined, null, 'click', {}])('%j is refused as a callback', (callback) => {
  expect(() => assertCallback(callback)).toThrow('回调必须是一个函数')
})

test('a function is a callback', () => {
  expect(() => assertCallback(() => undefined)).not.toThrow()
})
