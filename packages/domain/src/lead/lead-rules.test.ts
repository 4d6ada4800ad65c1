import { expect, test } from 'vitest'
import { hasMaskedPhone } from './find-contacts.ts'
import { LANDLINE_PATTERN, MOBILE_PATTERN, NOT_A_PHONE_AFTER, NOT_A_PHONE_DISTANCE } from './phone-numbers.ts'
import { CHINESE_DIGITS } from './symbols.ts'
import { WECHAT_CUES } from './wechat-cues.ts'
import { WECHAT_CUE_DISTANCE, WECHAT_ID_PATTERN } from './wechat-ids.ts'

test('the rules of extraction are those of the specification', () => {
  expect(MOBILE_PATTERN.source).toBe(String.raw`(?<!\d)(?:\+?86)?1[3-9]\d{9}(?!\d)`)
  expect(LANDLINE_PATTERN.source).toBe(String.raw`(?<!\d)0\d{2,3}-?\d{7,8}(?!\d)`)
  expect(WECHAT_ID_PATTERN.source).toBe('[A-Za-z][-_A-Za-z0-9]{5,19}')
  expect(NOT_A_PHONE_AFTER.join(' ')).toBe('订单 单号 快递 运单 编号 金额 ￥')
  expect(WECHAT_CUES.join(' ')).toBe('微信 微❤ 薇 威信 卫星 绿泡泡 vx wx v信 加v +v 加我 加微')
  expect([NOT_A_PHONE_DISTANCE, WECHAT_CUE_DISTANCE]).toEqual([12, 12])
})

test('every Chinese digit of the specification has its value', () => {
  const values = Array.from('零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖', (sign) => CHINESE_DIGITS.get(sign))

  expect(values.join('')).toBe('0012345678912123456789')
  expect(CHINESE_DIGITS.size).toBe(22)
})

test.each([
  ['138****5678', true],
  ['我的电话是138****5678谢谢', true],
  ['１３８＊＊＊＊５６７８', true],
  ['138 **** 5678', false],
  ['138***5678', false],
  ['128****5678', false],
  ['13800001234', false],
  ['', false],
])('whether the platform hid a number in %j: %s', (text, expected) => {
  expect(hasMaskedPhone(text)).toBe(expected)
})
