import { isValidPassword } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { NEW_PASSWORD_LENGTH, newPassword } from './new-password.ts'

test('a new password has 12 characters, is a valid one and nothing in it is mistaken for something else', () => {
  for (let round = 0; round < 200; round += 1) {
    const password = newPassword(crypto.getRandomValues(new Uint32Array(NEW_PASSWORD_LENGTH)))

    expect(password).toHaveLength(12)
    expect(isValidPassword(password)).toBe(true)
    expect(password).not.toMatch(/[0Oo1lI]/)
  }
})

test('too little chance is refused rather than repeated', () => {
  expect(() => newPassword(new Uint32Array(4))).toThrow(RangeError)
})
