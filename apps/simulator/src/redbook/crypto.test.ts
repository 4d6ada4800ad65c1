import { expect, test } from 'vitest'
import { demoCredentials } from '../demo-credentials.ts'
import { decrypt, decryptFields, encrypt, spoil } from './crypto.ts'

const { cryptoKey } = demoCredentials.redbook
const IV = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

test('what is encrypted decrypts, with the same bytes for the same vector', () => {
  const wire = encrypt(cryptoKey, IV, '想看看奶油风衣柜[害羞R]')
  expect(wire).toMatch(/^[A-Za-z0-9+/]+=*~split~[A-Za-z0-9+/]+=*$/)
  expect(encrypt(cryptoKey, IV, '想看看奶油风衣柜[害羞R]')).toBe(wire)
  expect(decrypt(cryptoKey, wire)).toBe('想看看奶油风衣柜[害羞R]')
})

test.each([
  ['another key', encrypt('00112233445566778899aabbccddeeff', IV, '{"text":"您好"}')],
  ['nothing encrypted', '{"text":"您好"}'],
  ['half of it', 'AAECAwQFBgcICQoLDA0ODw=='],
  ['nothing', ''],
])('%s does not decrypt', (_, wire) => {
  expect(decryptFields(cryptoKey, wire)).toBeUndefined()
})

test('a spoilt body never decrypts again', () => {
  for (let length = 1; length < 60; length++) {
    const body = JSON.stringify({ content: encrypt(cryptoKey, IV, 'x'.repeat(length)), user_id: 'u' })
    const { content, user_id: userId } = JSON.parse(spoil(body)) as { content: string; user_id: string }
    expect(userId).toBe('u')
    expect(decrypt(cryptoKey, content)).toBeUndefined()
  }
})
