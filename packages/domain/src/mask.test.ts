import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskName, maskPhone, maskWechat } from './mask.ts'

// R111
test.each([
  ['13800005678', '138****5678'],
  ['+8613800005678', '+86****5678'],
  ['12345678', '123****5678'],
  ['1234567', '123****4567'],
  ['123456', '1***6'],
  ['12', '1***2'],
  ['1', '***'],
  ['', ''],
])('the phone %j is shown as %j', (phone, expected) => {
  expect(maskPhone(phone)).toBe(expected)
})

// R111
test.each([
  ['欧阳小明', '欧***明'],
  ['张三', '张***三'],
  ['张', '***'],
  ['', ''],
  ['😀小美🌸', '😀***🌸'],
])('the name %j is shown as %j', (name, expected) => {
  expect(maskName(name)).toBe(expected)
})

test.each([
  ['nora_2019', 'n***9'],
  ['ab', 'a***b'],
  ['a', '***'],
  ['', ''],
])('the WeChat id %j is shown as %j', (wechatId, expected) => {
  expect(maskWechat(wechatId)).toBe(expected)
})

const text = fc.array(fc.constantFrom(...'0123456789abcXYZ_-'.split('')), { minLength: 2, maxLength: 30 })

const around = (inside: string[]) => `123${inside.join('')}4567`

test('a mask depends only on the ends, so the middle cannot be read from it', () => {
  fc.assert(
    fc.property(text, text, (middle, other) => {
      expect(maskPhone(around(middle))).toBe(maskPhone(around(other)))
      expect(maskName(around(middle))).toBe(maskName(around(other)))
      expect(maskWechat(around(middle))).toBe(maskWechat(around(other)))
    }),
  )
})
