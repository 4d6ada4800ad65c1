import { expect, test } from 'vitest'
import { checkLogin, groupedTelephone, plainTelephone } from './login-check.ts'

const good = { telephone: '138 0000 0000', password: 'secret1', newPassword: '', confirmPassword: '', captchaCode: '' }

test.each([
  [{}, false, {}],
  [{ telephone: '' }, false, { telephone: '请输入手机号' }],
  [{ telephone: '12800000000' }, false, { telephone: '请输入正确的手机号' }],
  [{ password: '' }, false, { password: '请输入密码' }],
  [{ password: 'a b c d e' }, false, { password: '密码不能包含空格，长度为 6~20 位' }],
  [{}, true, { captchaCode: '请输入图形验证码' }],
  [{ captchaCode: '7Km4' }, true, {}],
])('login with %j (captcha %s) says %j', (change, needsCaptcha, errors) => {
  expect(checkLogin({ ...good, ...change }, { captcha: needsCaptcha, newPassword: false })).toEqual(errors)
})

test.each([
  ['', '', ['密码不能包含空格，长度为 6~20 位', '密码不能包含空格，长度为 6~20 位']],
  ['secret1', 'secret1', ['新密码不能与旧密码相同', undefined]],
  ['own-secret', 'own-secrte', [undefined, '确认密码与新密码不一致']],
  ['own-secret', 'own-secret', [undefined, undefined]],
])('a one-time password replaced by %j and %j says %j', (newPassword, confirmPassword, messages) => {
  const errors = checkLogin({ ...good, newPassword, confirmPassword }, { captcha: false, newPassword: true })

  expect([errors.newPassword, errors.confirmPassword]).toEqual(messages)
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
