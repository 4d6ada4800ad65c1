import { expect, test } from 'vitest'
import { checkRegistration } from './register-check.ts'

const good = {
  entName: '青山木业',
  name: '沈青山',
  telephone: '136 1234 5678',
  smsCode: '012345',
  password: 'secret1',
  confirmPassword: 'secret1',
  agreed: true,
}

test.each([
  [{}, {}],
  [{ entName: ' ' }, { entName: '请输入企业名称' }],
  [{ entName: '青' }, { entName: '企业名称须为 2 到 50 个字' }],
  [{ entName: '青'.repeat(51) }, { entName: '企业名称须为 2 到 50 个字' }],
  [{ name: '' }, { name: '请输入姓名' }],
  [{ name: '沈'.repeat(21) }, { name: '姓名须为 1 到 20 个字' }],
  [{ telephone: '' }, { telephone: '请输入手机号' }],
  [{ telephone: '12800000000' }, { telephone: '请输入正确的手机号' }],
  [{ telephone: '+86 136-1234-5678' }, {}],
  [{ smsCode: '' }, { smsCode: '请输入短信验证码' }],
  [{ smsCode: '12a456' }, { smsCode: '请输入 6 位数字验证码' }],
  [{ password: 'a b' }, { password: '密码不能包含空格，长度为 6~20 位', confirmPassword: '确认密码与新密码不一致' }],
  [{ confirmPassword: 'secret2' }, { confirmPassword: '确认密码与新密码不一致' }],
  [{ agreed: false }, { agreed: '请先阅读并同意协议' }],
])('a registration with %j says %j', (change, errors) => {
  expect(checkRegistration({ ...good, ...change })).toEqual(errors)
})
