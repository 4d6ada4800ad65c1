import { expect, test } from 'vitest'
import { demoCredentials } from './demo-credentials.ts'
import { optionsFromEnv, withDefaults } from './options.ts'

test('without settings it is the demo’s simulator', () => {
  expect(withDefaults(optionsFromEnv({}))).toMatchObject({
    port: 8090,
    webhookTarget: 'http://127.0.0.1:8080',
    redirectUri: 'http://127.0.0.1:8080/hooks/douyin/callback',
    credentials: demoCredentials,
    seed: 1,
    clock: 'real',
    isStrict: false,
    hookTimeoutMs: 5_000,
  })
})

test('settings come from the environment; empty ones are not set', () => {
  const options = withDefaults(
    optionsFromEnv({
      SIMULATOR_PORT: '9000',
      SIMULATOR_SEED: '7',
      WEBHOOK_TARGET: 'http://10.0.0.5:8080/',
      DOUYIN_CLIENT_KEY: 'awother',
      REDBOOK_CRYPTO_KEY: '',
      SIMULATOR_STRICT: 'on',
      REDBOOK_SIGNED: 'off',
    }),
  )
  expect(options).toMatchObject({ port: 9000, seed: 7, redirectUri: 'http://10.0.0.5:8080/hooks/douyin/callback' })
  expect(options).toMatchObject({ isStrict: true, isRedbookSigned: false })
  expect(options.credentials.douyin).toEqual({ ...demoCredentials.douyin, clientKey: 'awother' })
  expect(options.credentials.redbook).toEqual(demoCredentials.redbook)
})

test.each(['off', 'false', '0', 'OFF'])('it refuses to start where DEMO is %s', (value) => {
  expect(() => optionsFromEnv({ DEMO: value })).toThrow('DEMO 已关闭')
})

test('a port must be a number', () => {
  expect(() => optionsFromEnv({ SIMULATOR_PORT: 'http' })).toThrow('SIMULATOR_PORT')
})
