import { expect, test } from 'vitest'
import { hasMaskedPhone } from './find-contacts.ts'
import { CHINESE_DIGITS } from './symbols.ts'

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
