import { expect, test } from 'vitest'
import { NO_FILTER, searchQuestion } from './search-question.ts'

const zone = 'Asia/Shanghai'

test.each([
  ['', 'all'],
  ['   ', 'message'],
  ['三房', 'page'],
] as const)('%o under %s asks the server nothing', (keyword, tab) => {
  expect(searchQuestion(keyword, tab, NO_FILTER, zone)).toBeUndefined()
})

test('a tab asks for its own kind only, all of them together for all but pages', () => {
  expect(searchQuestion(' 三房 ', 'reply', NO_FILTER, zone)).toEqual({ keyword: '三房', types: ['reply'] })
  expect(searchQuestion('三房', 'all', NO_FILTER, zone)?.types).toEqual(['customer', 'message', 'reply'])
})

test('days are whole days of the enterprise', () => {
  const question = searchQuestion('三房', 'message', { from: '2026-03-01', to: '2026-03-02' }, zone)

  expect(question).toMatchObject({ from: '2026-02-28T16:00:00.000Z', to: '2026-03-02T16:00:00.000Z' })
})
