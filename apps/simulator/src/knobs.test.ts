import { expect, test } from 'vitest'
import { knobComplaint, type KnobName, KNOBS } from './knob-table.ts'
import { Knobs } from './knobs.ts'
import type { KnobValue } from './views.ts'

const ACCOUNT = { source: 'douyin', accountId: 'a' } as const
const OTHER = { source: 'douyin', accountId: 'b' } as const
const newKnobs = () => new Knobs({ global: {}, perAccount: {} })

test('every knob of the specification is there, explained, and off at first', () => {
  const specified = [
    'token.ttl', 'refresh.ttl', 'client.ttl', 'token.revoke', 'send.error', 'send.rateLimit', 'send.slow',
    'send.loseAnswer', 'send.http500', 'echo.delay', 'echo.drop', 'echo.beforeAnswer', 'hook.duplicate', 'hook.reorder',
    'hook.drop', 'hook.badSignature', 'hook.badCipher', 'hook.contentAs', 'hook.down', 'policy.autoReply', 'ads.spend',
    'media.expire', 'fields.extra',
  ] // oxfmt-ignore
  expect(Object.keys(KNOBS)).toEqual(expect.arrayContaining(specified))
  for (const view of newKnobs().views()) {
    expect(view.explanation.length).toBeGreaterThan(4)
    expect(view.global).toBeNull()
    expect(view.perAccount).toEqual([])
  }
})

test('an account’s own knob goes before the global one', () => {
  const knobs = newKnobs()
  knobs.set('send.slow', 100)
  knobs.set('send.slow', 6_000, ACCOUNT)
  expect(knobs.number('send.slow', ACCOUNT)).toBe(6_000)
  expect(knobs.number('send.slow', OTHER)).toBe(100)
  expect(knobs.views().find(({ name }) => name === 'send.slow')).toMatchObject({
    global: 100,
    perAccount: [{ ...ACCOUNT, value: 6_000 }],
  })
  knobs.set('send.slow', null, ACCOUNT)
  expect(knobs.number('send.slow', ACCOUNT)).toBe(100)
})

test('a counted error counts down and is gone; an uncounted one stays', () => {
  const knobs = newKnobs()
  knobs.set('send.error', '28003070:2', ACCOUNT)
  expect([1, 2, 3].map(() => knobs.takeCode('send.error', ACCOUNT))).toEqual([28003070, 28003070, undefined])
  knobs.set('send.error', '990080')
  expect([1, 2, 3].map(() => knobs.takeCode('send.error', ACCOUNT))).toEqual([990080, 990080, 990080])
})

test.each<[KnobName, KnobValue, boolean]>([
  ['send.http500', true, true],
  ['send.http500', 'yes', false],
  ['hook.drop', 0.5, true],
  ['hook.drop', 1.5, false],
  ['hook.drop', -0.1, false],
  ['send.slow', 0, true],
  ['send.slow', Number.NaN, false],
  ['token.ttl', 0, false],
  ['hook.contentAs', 'mixed', true],
  ['hook.contentAs', 'xml', false],
  ['send.error', '28003070', true],
  ['send.error', '28003070:3', true],
  ['send.error', 'soon', false],
  ['send.error', '28003070:0', false],
])('%s = %s is fine: %s', (name, value, isFine) => {
  expect(knobComplaint(name, value) === undefined).toBe(isFine)
})
