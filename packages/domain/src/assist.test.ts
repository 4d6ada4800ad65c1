import { expect, test } from 'vitest'
import { waitsForPerson } from './assist.ts'

const waiting = {
  receptionType: 'manual',
  waitingSince: '2026-07-08T01:00:00.000Z',
  archive: false,
  isBlocked: false,
} as const

test.each([
  ['waits for a person', {}, true],
  ['was answered', { waitingSince: null }, false],
  ['is received by the AI', { receptionType: 'ai_agent' }, false],
  ['is in a workflow', { receptionType: 'workflow' }, false],
  ['is archived', { archive: true }, false],
  ['is blocked', { isBlocked: true }, false],
] as const)('a customer who %s: %o, %s', (_what, change, expected) => {
  expect(waitsForPerson({ ...waiting, ...change })).toBe(expected)
})
