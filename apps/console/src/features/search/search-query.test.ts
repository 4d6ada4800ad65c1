import type { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isSearched, NO_FILTER, searchRequest, type SearchFilter } from './search-query.ts'

const place = { now: new Date('2026-03-16T04:00:00.000Z'), timeZone: 'Asia/Shanghai' }

test.each([
  ['', 'all'],
  ['   ', 'message'],
  ['三房', 'page'],
] as const)('%o under %s asks the server nothing', (keyword, tab) => {
  expect(searchRequest(keyword, tab, NO_FILTER, place)).toBeUndefined()
})

test('a tab asks for its own kind only, all of them together for all but pages', () => {
  expect(searchRequest(' 三房 ', 'reply', NO_FILTER, place)).toEqual({ keyword: '三房', types: ['reply'] })
  expect(searchRequest('三房', 'all', NO_FILTER, place)?.types).toEqual(['customer', 'message', 'reply'])
})

test('days are whole days of the enterprise, also by the name of a preset', () => {
  const byName = searchRequest('三房', 'message', { dates: { range: 'yesterday' } }, place)
  expect(byName).toMatchObject({ from: '2026-03-14T16:00:00.000Z', to: '2026-03-15T16:00:00.000Z' })
  const question = searchRequest(
    '三房',
    'message',
    { dates: { range: 'custom', from: '2026-03-01', to: '2026-03-02' } },
    place,
  )

  expect(question).toMatchObject({ from: '2026-02-28T16:00:00.000Z', to: '2026-03-02T16:00:00.000Z' })
})

const card = { ...NO_FILTER, agentId: 'a'.repeat(32) as AgentId, messageType: 'link' as const }

const types = (filter: SearchFilter) => searchRequest('三房', 'all', filter, place)?.types

test('a filter leaves out the kinds that it says nothing about', () => {
  expect(types({ ...NO_FILTER, agentId: card.agentId })).toEqual(['customer', 'message'])
  expect(types(card)).toEqual(['message'])
  expect(types({ dates: { range: 'today' } })).toEqual(['message'])
  expect(isSearched('page', 'all', NO_FILTER)).toBe(true)
  expect(isSearched('page', 'all', card)).toBe(false)
})

test('under its own tab a kind is asked for by what it knows', () => {
  expect(searchRequest('三房', 'customer', card, place)).toEqual({
    keyword: '三房',
    types: ['customer'],
    agentId: card.agentId,
  })
  expect(searchRequest('三房', 'reply', card, place)).toEqual({ keyword: '三房', types: ['reply'] })
})
