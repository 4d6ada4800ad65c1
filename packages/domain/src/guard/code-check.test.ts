import { expect, test } from 'vitest'
import { check } from './testing/outbound.ts'

// R153

const found = (...codes: string[]) => check('', { codes }).hits.map(({ category }) => category)

test.each([
  ['https://u.wechat.com/MAabcdef', 'link'],
  ['http://weixin.qq.com/r/xyz', 'link'],
  ['weixin://dl/business/?t=abc', 'wechat'],
  ['wxp://f2f0abc', 'wechat'],
  ['HTTPS://QR.ALIPAY.COM/fkx1', 'link'],
  ['alipays://platformapi/startapp', 'link'],
  ['qm.qq.com/q/abc', 'qq'],
  ['tel:01012345678', 'phone'],
  ['BEGIN:VCARD\nN:林\nTEL:13800001234\nEND:VCARD', 'phone'],
  ['MECARD:N:林;TEL:13800001234;;', 'phone'],
  ['mailto:a@example.com', 'email'],
  ['加微信 nora2019', 'wechat'],
  ['13800001234', 'phone'],
])('a picture with a code of %j is refused as %s', (code, category) => {
  expect(found(code)).toEqual([category])
  expect(check('', { codes: [code] })).toMatchObject({
    action: 'refuse',
    message: '图片含二维码：平台规定联系方式只能通过卡片发送',
  })
})

test.each(['WIFI:T:WPA;S:guest;P:welcome;;', '取餐号 A12', '批号 B20240812A', ''])(
  'a picture with a code of %j may be sent',
  (code) => {
    expect(check('', { codes: [code] }).action).toBe('send')
  },
)

test('each kind of code is told once', () => {
  expect(found('tel:1', 'tel:2', 'https://a.cn', '取餐号 A12')).toEqual(['phone', 'link'])
})

test.each([
  ['block', 'refuse'],
  ['warn', 'confirm'],
  ['off', 'send'],
] as const)('under the level %s of contacts a code ends in %s', (contactLevel, action) => {
  expect(check('', { codes: ['tel:1'], settings: { contactLevel } }).action).toBe(action)
  expect(check('', { codes: null, settings: { contactLevel } }).action).toBe(action)
})

test.each([
  ['flow', 'fail'],
  ['ai', 'handoff'],
] as const)('a code in a picture of %s: %s', (sender, action) => {
  expect(check('', { codes: ['tel:1'], sender, isRegenerated: true }).action).toBe(action)
})
