import type { NextStep } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { openSteps, silenceBeforeReturn, waitsForPerson } from './assist.ts'

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

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 6, day, hour))
const customer = (day: number, hour?: number) => ({ isCustomer: true, at: at(day, hour) })
const agent = (day: number, hour?: number) => ({ isCustomer: false, at: at(day, hour) })

test.each([
  ['comes back after three days', [customer(1), agent(1, 1), customer(4, 1), customer(4, 2)], 3],
  ['comes back to messages of their own', [customer(1), customer(3)], 2],
  ['writes after 23 hours', [agent(1), customer(1, 23)], undefined],
  ['was answered since', [agent(1), customer(4), agent(4, 1)], undefined],
  ['writes for the first time', [customer(4)], undefined],
  ['has not written', [], undefined],
])('a customer who %s: %o, %s days', (_what, said, days) => {
  expect(silenceBeforeReturn(said)).toBe(days === undefined ? undefined : days * 86_400_000)
})

test('a step that is done meanwhile is left out', () => {
  const steps = [
    { act: 'tag', tagId: 'a', why: '' },
    { act: 'tag', tagId: 'b', why: '' },
    { act: 'stage', stageId: 'c', why: '' },
    { act: 'stage', stageId: 'd', why: '' },
    { act: 'card', why: '' },
  ] as unknown as NextStep[]
  const openFor = (held: { tagIds: string[]; stageId: string | null; leadStatus: string | null }) =>
    openSteps(steps, held as Parameters<typeof openSteps>[1], ['first', 'c', 'd'] as never[]).map((step) =>
      steps.indexOf(step),
    )

  expect(openFor({ tagIds: [], stageId: null, leadStatus: null })).toEqual([0, 1, 2, 3, 4])
  expect(openFor({ tagIds: ['a'], stageId: 'c', leadStatus: null })).toEqual([1, 3, 4])
  // Moved on by hand since: an earlier stage is no step, and neither is what was left meanwhile.
  expect(openFor({ tagIds: ['a'], stageId: 'd', leadStatus: 'pending' })).toEqual([1])
})
