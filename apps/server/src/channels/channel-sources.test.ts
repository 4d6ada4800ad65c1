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

test('without credentials and without demonstration every source is closed', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db/ruwu' })

  expect(sourceSettings(config)).toEqual({})
  expect(grantCodeOf(config, 'redbook')).toBeUndefined()
})
