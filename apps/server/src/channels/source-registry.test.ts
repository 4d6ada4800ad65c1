import { expect, test } from 'vitest'
import { adaptersFor } from './testing/adapters.ts'
import { callSamples } from './testing/samples.ts'

test('a source without settings is closed', () => {
  const { credentials } = callSamples('douyin')[0]!.sample
  const registry = adaptersFor(credentials, 'http://127.0.0.1:1')

  expect(registry.find('douyin')?.source).toBe('douyin')
  expect(registry.app('douyin')).toBeDefined()
  expect(registry.events('douyin')).toBeDefined()
  expect(registry.find('redbook')).toBeUndefined()
  expect(registry.app('redbook')).toBeUndefined()
})

test('each source brings its own rules, without those that cannot be used yet', () => {
  const douyin = adaptersFor(callSamples('douyin')[0]!.sample.credentials, 'http://127.0.0.1:1').find('douyin')
  const redbook = adaptersFor(callSamples('redbook')[0]!.sample.credentials, 'http://127.0.0.1:1').find('redbook')

  expect(douyin?.quotaRules.map(({ id }) => id)).toEqual(['douyin.reply', 'douyin.enter', 'douyin.enter.day'])
  expect(redbook?.quotaRules.map(({ id }) => id)).toEqual([
    'redbook.stranger.day',
    'redbook.before.reply',
    'redbook.burst',
    'redbook.same.text',
  ])
})
