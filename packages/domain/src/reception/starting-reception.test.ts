import { expect, test } from 'vitest'
import { startingReception } from './starting-reception.ts'

const ready = { accountMode: 'open', planMode: 'ai_agent', isAvailable: true, isPublished: true } as const

test.each([
  ['everything ready', {}, 'ai_agent', null],
  ['account switch closed', { accountMode: 'close' }, 'manual', 'schedule'],
  [
    'account switch closed, plan asks for a workflow',
    { accountMode: 'close', planMode: 'workflow' },
    'workflow',
    'schedule',
  ],
  ['plan asks for a workflow', { planMode: 'workflow' }, 'workflow', 'schedule'],
  ['plan asks for people', { planMode: 'manual' }, 'manual', 'schedule'],
  ['points used up', { isAvailable: false }, 'manual', 'points'],
  ['points used up and nothing published', { isAvailable: false, isPublished: false }, 'manual', 'points'],
  ['nothing published', { isPublished: false }, 'manual', 'error'],
] as const)('%s', (_name, change, receptionType, aiOffReason) => {
  expect(startingReception({ ...ready, ...change })).toEqual({ receptionType, aiOffReason })
})
