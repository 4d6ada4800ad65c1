import type { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isSearched, NO_FILTER, searchRequest, type SearchFilter } from './search-query.ts'

const zone = 'Asia/Shanghai'

test.each([
  ['', 'all'],
  ['   ', 'message'],
  ['三房', 'page'],
] as const)('%o under %s asks the server nothing', (keyword, tab) => {
  expect(searchRequest(keyword, tab, NO_FILTER, zone)).toBeUndefined()
})

test('a tab asks for its own kind only, all of them together for all but pages', () => {
  expect(searchRequest(' 三房 ', 'reply', NO_FILTER, zone)).toEqual({ keyword: '三房', types: ['reply'] })
  expect(searchRequest('三房', 'all', NO_FILTER, zone)?.types).toEqual(['customer', 'message', 'reply'])
})

test('days are whole days of the enterprise', () => {
  const question = searchRequest('三房', 'message', { from: '2026-03-01', to: '2026-03-02' }, zone)

  expect(question).toMatchObject({ from: '2026-02-28T16:00:00.000Z', to: '2026-03-02T16:00:00.000Z' })
})

const card = { ...NO_FILTER, agentId: 'a'.repeat(32) as AgentId, messageType: 'link' as const }

const types = (filter: SearchFilter) => searchRequest('三房', 'all', filter, zone)?.types

test('a filter leaves out the kinds that it says nothing about', () => {
  expect(types({ ...NO_FILTER, agentId: card.agentId })).toEqual(['customer', 'message'])
  expect(types(card)).toEqual(['message'])
  expect(types({ ...NO_FILTER, to: '2026-03-02' })).toEqual(['message'])
  expect(isSearched('page', 'all', NO_FILTER)).toBe(true)
  expect(isSearched('page', 'all', card)).toBe(false)
})

test('under its own tab a kind is asked for by what it knows', () => {
  expect(searchRequest('三房', 'customer', card, zone)).toEqual({
    keyword: '三房',
    types: ['customer'],
    agentId: card.agentId,
  })
  expect(searchRequest('三房', 'reply', card, zone)).toEqual({ keyword: '三房', types: ['reply'] })
})
