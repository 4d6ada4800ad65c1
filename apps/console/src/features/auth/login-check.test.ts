import { expect, test } from 'vitest'
import { checkLogin, groupedTelephone, plainTelephone } from './login-check.ts'

const good = { telephone: '138 0000 0000', password: 'secret1', captchaCode: '' }

test.each([
  [{}, false, {}],
  [{ telephone: '' }, false, { telephone: '请输入手机号' }],
  [{ telephone: '12800000000' }, false, { telephone: '请输入正确的手机号' }],
  [{ password: '' }, false, { password: '请输入密码' }],
  [{ password: 'a b c d e' }, false, { password: '密码不能包含空格，长度为 6~20 位' }],
  [{}, true, { captchaCode: '请输入图形验证码' }],
  [{ captchaCode: '7Km4' }, true, {}],
])('login with %j (captcha %s) says %j', (change, needsCaptcha, errors) => {
  expect(checkLogin({ ...good, ...change }, needsCaptcha)).toEqual(errors)
})

test.each([
  [' 138 0000 0000 ', '13800000000'],
  ['138-0000-0000', '13800000000'],
  ['+86 138 0000 0000', '13800000000'],
  ['0086-138-0000-0000', '13800000000'],
  ['（86）13800000000', '13800000000'],
  ['１３８００００００００', '13800000000'],
  ['\u202a13800000000\u202c', '13800000000'],
  ['86138', '86138'],
  ['13800000000a', '13800000000a'],
])('%j is read as %j', (typed, plain) => {
  expect(plainTelephone(typed)).toBe(plain)
})

test('a complete number is shown in groups, anything else as typed', () => {
  expect(groupedTelephone('13800000000')).toBe('138 0000 0000')
  expect(groupedTelephone('1380000')).toBe('1380000')
})
