import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a key of at least thirty-two characters')

test('a sealed value opens again and does not contain the plain text', () => {
  const sealed = secrets.seal('model-key', '密钥 sk-123')

  expect(secrets.open('model-key', sealed)).toBe('密钥 sk-123')
  expect(sealed.toString('latin1')).not.toContain('sk-123')
  expect(secrets.seal('model-key', '密钥 sk-123').equals(sealed)).toBe(false)
})

test.each([
  ['for another purpose', (sealed: Buffer) => secrets.open('other', sealed)],
  [
    'with another key',
    (sealed: Buffer) => createSecrets('another key of thirty-two characters!').open('model-key', sealed),
  ],
  [
    'after a change of one bit',
    (sealed: Buffer) => {
      sealed[sealed.length - 1]! ^= 1
      return secrets.open('model-key', sealed)
    },
  ],
  ['cut short', (sealed: Buffer) => secrets.open('model-key', sealed.subarray(0, 20))],
  [
    'of an unknown version',
    (sealed: Buffer) => {
      sealed[0] = 9
      return secrets.open('model-key', sealed)
    },
  ],
])('it does not open %s', (_name, open) => {
  expect(() => open(secrets.seal('model-key', 'sk-123'))).toThrow()
})

test('a value of an older key opens beside it and is put under the current one', () => {
  const both = createSecrets('the current key of thirty-two characters', 'a key of at least thirty-two characters')
  const current = createSecrets('the current key of thirty-two characters')
  const sealed = secrets.seal('model-key', 'sk-123')

  expect(both.open('model-key', sealed)).toBe('sk-123')
  expect(current.open('model-key', both.seal('model-key', 'sk-456'))).toBe('sk-456')
  const again = both.reseal('model-key', sealed)
  expect(again && current.open('model-key', again)).toBe('sk-123')
  expect(again && both.reseal('model-key', again)).toBeUndefined()
  expect(() => current.reseal('model-key', sealed)).toThrow()
})
