import { expect, test } from 'vitest'
import { isValidPassword, validatePasswordChange } from './password-rule.ts'

const FORMAT = '密码不能包含空格，长度为 6~20 位'

// R25
test.each([
  ['12345', false],
  ['123456', true],
  ['a'.repeat(20), true],
  ['a'.repeat(21), false],
  ['', false],
  ['abc def', false],
  ['abcdef ', false],
  ['abc\u3000def', false],
  ['abcdef\n', false],
  ['密码密码密码', true],
  ['😀😀😀😀😀😀', true],
  ['😀😀😀', false],
  ['p:ss/w\\rd', true],
])('the password %j is valid: %s', (password, expected) => {
  expect(isValidPassword(password)).toBe(expected)
})

// R25
test.each([
  ['a good change has no errors', ['oldpass', 'newpass', 'newpass'], {}],
  ['every bad field says the format', ['a', 'b', 'c d'], { old: FORMAT, new: FORMAT, confirm: FORMAT }],
  ['a different confirmation is named there', ['oldpass', 'newpass', 'newpast'], { confirm: '确认密码与新密码不一致' }],
  ['a badly formed confirmation says the format', ['oldpass', 'newpass', 'new'], { confirm: FORMAT }],
  ['the old password again is refused', ['oldpass', 'oldpass', 'oldpass'], { new: '新密码不能与旧密码相同' }],
  ['three empty fields say the format only', ['', '', ''], { old: FORMAT, new: FORMAT, confirm: FORMAT }],
])('changing the password: %s', (_name, [oldPassword, newPassword, confirmPassword], expected) => {
  const errors = validatePasswordChange({
    oldPassword: oldPassword!,
    newPassword: newPassword!,
    confirmPassword: confirmPassword!,
  })

  expect({ old: errors.oldPassword, new: errors.newPassword, confirm: errors.confirmPassword }).toEqual(expected)
})
