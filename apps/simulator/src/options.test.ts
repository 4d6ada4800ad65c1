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

test('with a key the secrets are those that the server derives from it', () => {
  const { credentials } = withDefaults(optionsFromEnv({ SIMULATOR_KEY: 'a key' }))

  // The same values as in the test of the server's.
  expect(credentials.douyin.clientSecret).toBe('08fa9156f11baf6d9fa599bcfcbc18f3456c948391e70c00e0642bbe0e44dd74')
  expect(credentials.redbook).toMatchObject({
    appId: 'rbsim0001',
    appSecret: '20b3b452ff93c8039f94098d53d82dfd3063feed8b4ad010298606f888516e25',
    cryptoKey: '98cc5e0e945fd0a36e459a079aae0158',
  })
})

test.each(['off', 'false', '0', 'OFF'])('it refuses to start where DEMO is %s', (value) => {
  expect(() => optionsFromEnv({ DEMO: value })).toThrow('DEMO 已关闭')
})

test('a port must be a number', () => {
  expect(() => optionsFromEnv({ SIMULATOR_PORT: 'http' })).toThrow('SIMULATOR_PORT')
})
