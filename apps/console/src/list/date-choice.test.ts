import { expect, test } from 'vitest'
import { dateQuery, choiceDays, instantsOf, readDateChoice } from './date-choice.ts'
import { writeQuery } from './url-query.ts'

const now = new Date('2026-03-16T02:00:00Z')
const zone = 'Asia/Shanghai'

test.each([
  ['range=recent7Days', { range: 'recent7Days' }],
  ['range=custom&from=2026-03-01&to=2026-03-02', { range: 'custom', from: '2026-03-01', to: '2026-03-02' }],
  ['from=2026-03-01&to=2026-03-02', { range: 'custom', from: '2026-03-01', to: '2026-03-02' }],
  ['range=custom&from=2026-03-02&to=2026-03-01', undefined],
  ['range=custom&from=2026-02-30&to=2026-03-01', undefined],
  ['range=whenever&from=2026-03-01&to=2026-03-02', undefined],
  ['', undefined],
])('%s reads as %o', (text, expected) => {
  expect(readDateChoice(new URLSearchParams(text))).toEqual(expected)
})

test.each([
  [{ range: 'today' }, 'range=today'],
  [{ range: 'custom', from: '2026-03-01', to: '2026-03-02' }, 'range=custom&from=2026-03-01&to=2026-03-02'],
  [undefined, ''],
] as const)('%o is written as %s', (choice, expected) => {
  expect(String(writeQuery(dateQuery(choice)))).toBe(expected)
})

test('a preset is resolved when it is used, in the time zone', () => {
  expect(choiceDays({ range: 'recent7Days' }, now, zone)).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  expect(instantsOf({ range: 'yesterday' }, now, zone)).toEqual({
    from: '2026-03-14T16:00:00.000Z',
    to: '2026-03-15T16:00:00.000Z',
  })
  expect(instantsOf(undefined, now, zone)).toEqual({})
})
