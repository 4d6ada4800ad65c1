import { expect, test } from 'vitest'
import { contactMask, excerptOf, maskContacts } from './mask-contacts.ts'

test.each([
  ['电话13800005678，谢谢', '电话138****5678，谢谢'],
  ['电话138 0000 5678', '电话138****5678'],
  ['一三八零零零零五六七八', '138****5678'],
  ['座机010-12345678', '座机010****5678'],
  ['微信nora_2019', '微信n***9'],
  ['微信nicole', '微信n***e'],
  ['微信123456789', '微信1***9'],
  ['微信13800005678', '微信138****5678'],
  ['微信a13800005678', '微信a***8'],
  ['13800005678和13900001234', '138****5678和139****1234'],
  ['138[爱心R]0000[爱心R]5678', '138****5678'],
  ['看这个https://a.cn/x加v nora2019', '看这个https://a.cn/x加v n***9'],
  ['https://a.cn/x加微nora2019', 'https://a.cn/x加微n***9'],
  ['https://a.cn：vx nora2019', 'https://a.cn：vx n***9'],
  ['/api/attachment/s0FJQz1nYOBjUkK-vx_jK3Js-90Za7Qx', '/api/attachment/s0FJQz1nYOBjUkK-vx_jK3Js-90Za7Qx'],
  ['订单13800005678', '订单138****5678'],
  ['订单有问题，我电话13800005678', '订单有问题，我电话138****5678'],
  ['没有联系方式😀', '没有联系方式😀'],
  ['', ''],
])('%j is shown as %j', (text, expected) => {
  expect(maskContacts(text, 'contacts', { source: 'redbook' })).toBe(expected)
})

test.each([
  ['电话13800005678，微信nora_2019', '电话13800005678，微信n***9'],
  ['座机010-12345678', '座机010-12345678'],
  ['微信13800005678', '微信13800005678'],
  ['微信a13800005678', '微信a***8'],
])('with phone numbers shown, %j is shown as %j', (text, expected) => {
  expect(maskContacts(text, 'wechat')).toBe(expected)
})

test.each([
  [true, true, null],
  [true, false, null],
  [false, true, 'contacts'],
  [false, false, 'wechat'],
] as const)(
  'sees sensitive values: %s, numbers masked: %s, so %s are hidden',
  (seesSensitive, masksPhones, expected) => {
    expect(contactMask(seesSensitive, masksPhones)).toBe(expected)
  },
)

test.each([
  ['短', 5, '短'],
  ['一二三四五六', 5, '一二三四五'],
  ['电话13800005678', 8, '电话'],
  ['电话138 0000 5678谢谢', 14, '电话'],
  ['电话13800005678谢谢', 13, '电话13800005678'],
  ['一二😀', 3, '一二\ufffd'],
])('%j cut to %i is %j', (text, max, expected) => {
  expect(excerptOf(text, max)).toBe(expected)
})
