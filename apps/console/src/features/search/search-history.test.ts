import { expect, test } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { forgetSearches, recallSearches, rememberSearch } from './search-history.ts'

test('the last ten searches are kept, newest first and each once', () => {
  const memory = memoryStorage()

  for (let n = 1; n <= 12; n += 1) rememberSearch(memory, 'lin', `词${n}`)
  rememberSearch(memory, 'lin', ' 词5 ')
  rememberSearch(memory, 'lin', '  ')

  const kept = recallSearches(memory, 'lin')
  expect(kept).toHaveLength(10)
  expect(kept.slice(0, 3)).toEqual(['词5', '词12', '词11'])
})

test('each agent has their own, and can forget them', () => {
  const memory = memoryStorage()
  rememberSearch(memory, 'lin', '三房')
  rememberSearch(memory, 'wei', '报价')

  forgetSearches(memory, 'lin')

  expect(recallSearches(memory, 'lin')).toEqual([])
  expect(recallSearches(memory, 'wei')).toEqual(['报价'])
})

test('a broken memory is an empty one', () => {
  expect(recallSearches(memoryStorage({ 'ruwu.searches.lin': '{' }), 'lin')).toEqual([])
  expect(recallSearches(memoryStorage({ 'ruwu.searches.lin': '{"a":1}' }), 'lin')).toEqual([])
})
