import { expect, test } from 'vitest'
import { DEFAULT_FOLLOW_UP } from './follow-up.ts'
import { followUpDue, type Silence } from './follow-up-time.ts'

const SHANGHAI = 'Asia/Shanghai'
/** What Shanghai's clocks show. */
const at = (clock: string) => new Date(`2026-03-${clock}:00+08:00`)
const silence = (part: Partial<Silence> = {}): Silence => ({
  since: at('16T10:00'),
  step: 1,
  lastStepAt: null,
  ...part,
})
const due = (part: Partial<Silence>, now = part.since ?? at('16T10:00'), setting = DEFAULT_FOLLOW_UP) =>
  followUpDue(setting, silence(part), { now, timeZone: SHANGHAI })

test.each<[string, Partial<Silence>, string]>([
  ['the first step after a quarter of an hour', {}, '16T10:15'],
  ['the second after two hours', { step: 2 }, '16T12:00'],
  ['the third after 22 hours', { step: 3 }, '17T08:00'],
  ['the last minute before the quiet hours is not quiet', { since: at('16T21:44') }, '16T21:59'],
  ['the quiet hours begin with their first minute', { since: at('16T21:45') }, '17T08:00'],
  ['before midnight: the next morning', { since: at('16T23:30') }, '17T08:00'],
  ['after midnight: the same morning', { since: at('17T02:00') }, '17T08:00'],
  ['the end of the quiet hours is not quiet', { since: at('17T07:45') }, '17T08:00'],
  [
    'a step that was said late moves the next as far as they are apart',
    { since: at('16T23:30'), step: 2, lastStepAt: at('17T08:00') },
    '17T09:45',
  ],
  ['a step said in time leaves the next where it is', { step: 2, lastStepAt: at('16T10:15') }, '16T12:00'],
])('%s', (_what, part, expected) => {
  expect(due(part)).toEqual(at(expected))
})

test('what was due before now is due now, unless now is quiet', () => {
  expect(due({}, at('16T15:00'))).toEqual(at('16T15:00'))
  expect(due({}, at('16T22:30'))).toEqual(at('17T08:00'))
})

test('without quiet hours the night is like the day', () => {
  const setting = { ...DEFAULT_FOLLOW_UP, quiet: { ...DEFAULT_FOLLOW_UP.quiet, enabled: false } }

  expect(due({ since: at('16T23:30') }, at('16T23:30'), setting)).toEqual(at('16T23:45'))
})

test('quiet hours within a day end on that day, by the enterprise’s clock', () => {
  const setting = { ...DEFAULT_FOLLOW_UP, quiet: { enabled: true, from: '12:00', to: '14:30' } }
  const since = new Date('2026-03-16T12:00:00Z')

  const paris = followUpDue(setting, silence({ since }), { now: since, timeZone: 'Europe/Paris' })

  // 13:15 in Paris, which is an hour ahead.
  expect(paris).toEqual(new Date('2026-03-16T13:30:00Z'))
})

test('the quiet hours of the enterprise count as well; the end of one may lie in the other', () => {
  const globalQuiet = { enabled: true, from: '07:00', to: '09:30' }
  const setting = { ...DEFAULT_FOLLOW_UP, globalQuiet }

  expect(followUpDue(setting, silence({ since: at('16T23:30') }), { now: at('16T23:30'), timeZone: SHANGHAI })).toEqual(
    at('17T09:30'),
  )
})
