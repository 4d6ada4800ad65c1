import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { grantCodeOf, sourceSettings } from './channel-sources.ts'

const real = {
  DATABASE_URL: 'postgres://db/ruwu',
  PUBLIC_URL: 'https://ruwu.example/',
  DOUYIN_CLIENT_KEY: 'aw1',
  DOUYIN_CLIENT_SECRET: 'secret',
  REDBOOK_APP_ID: '88',
  REDBOOK_APP_SECRET: 'secret',
  REDBOOK_CRYPTO_KEY: '00112233445566778899aabbccddeeff',
  REDBOOK_CONFIRMED: 'image, recall',
}

test('with credentials the sources are the platforms themselves', () => {
  const config = readConfig(real)

  expect(sourceSettings(config)).toEqual({
    douyin: {
      baseUrl: 'https://open.douyin.com',
      clientKey: 'aw1',
      clientSecret: 'secret',
      redirectUri: 'https://ruwu.example/hooks/douyin/callback',
    },
    redbook: {
      baseUrl: 'https://adapi.xiaohongshu.com',
      bindUrl: 'https://ad.xiaohongshu.com',
      appId: '88',
      appSecret: 'secret',
      cryptoKey: '00112233445566778899aabbccddeeff',
      confirmed: ['image', 'recall'],
      checkSignature: true,
    },
  })
  expect(grantCodeOf(config, 'redbook')).toBeUndefined()
  expect(grantCodeOf({ ...config, REDBOOK_AUTH_CODE: 'once' }, 'redbook')).toBe('once')
})

test('a demonstration without credentials speaks to the simulator', () => {
  const config = readConfig({ SIMULATOR_PORT: '9100', REDBOOK_ASSUMED: 'off' })

  expect(sourceSettings(config)).toMatchObject({
    douyin: {
      baseUrl: 'http://127.0.0.1:9100/douyin',
      clientKey: 'awsim0001',
      redirectUri: 'http://127.0.0.1:8080/hooks/douyin/callback',
    },
    redbook: {
      baseUrl: 'http://127.0.0.1:9100/redbook',
      bindUrl: 'http://127.0.0.1:9100/redbook',
      appId: 'rbsim0001',
      assumed: 'off',
    },
  })
  expect(grantCodeOf(config, 'redbook')).toBeDefined()
  expect(grantCodeOf(config, 'douyin')).toBeUndefined()
})

test('the simulator’s secrets are those of the installation', () => {
  const { douyin, redbook } = sourceSettings(readConfig({ SIMULATOR_KEY: 'a key' }))

  // The same values as in the simulator's test.
  expect(douyin).toMatchObject({
    clientKey: 'awsim0001',
    clientSecret: '08fa9156f11baf6d9fa599bcfcbc18f3456c948391e70c00e0642bbe0e44dd74',
  })
  expect(redbook).toMatchObject({
    appId: 'rbsim0001',
    appSecret: '20b3b452ff93c8039f94098d53d82dfd3063feed8b4ad010298606f888516e25',
    cryptoKey: '98cc5e0e945fd0a36e459a079aae0158',
  })
})

test('without credentials and without demonstration every source is closed', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db/ruwu' })

  expect(sourceSettings(config)).toEqual({})
  expect(grantCodeOf(config, 'redbook')).toBeUndefined()
})
