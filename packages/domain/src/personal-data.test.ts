import { CustomerId, type Permission } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { canHandlePersonalData, isNameTyped, nameToType } from './personal-data.ts'

const customerId = CustomerId.parse(`${'1'.repeat(26)}abcdef`)

test.each([
  [{ name: '小满', remark: '' }, '小满'],
  [{ name: '小满', remark: '王女士' }, '王女士'],
  [{ name: ' 小满 ', remark: '  ' }, '小满'],
  [{ name: '', remark: '' }, 'abcdef'],
])('of %j the name %j has to be typed', (customer, expected) => {
  expect(nameToType({ ...customer, customerId })).toBe(expected)
})

// R124
test.each([
  ['小满', true],
  [' 小满 ', true],
  ['小滿', false],
  ['小', false],
  ['', false],
])('typing %j confirms: %s', (typed, expected) => {
  expect(isNameTyped(typed, { name: '小满', remark: '', customerId })).toBe(expected)
})

test('full-width characters count as the ordinary ones', () => {
  expect(isNameTyped('ＡＢＣ', { name: 'ABC', remark: '', customerId })).toBe(true)
})

// R123
test.each<[Permission[], boolean]>([
  [['im:viewPage', 'customer:viewSensitive'], true],
  [['im:viewPage', 'im:editCustomerInfo'], false],
  [[], false],
])('with %j personal data can be exported and erased: %s', (permissions, expected) => {
  expect(canHandlePersonalData((permission) => permissions.includes(permission))).toBe(expected)
})
