import { SCOPE, type AgentId, type CustomerCounts, type CustomerFilter, type TagId } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from '@ruwu/domain'
import { expect, test } from 'vitest'
import {
  cleared,
  hasHiddenParts,
  isNarrowed,
  isQuick,
  nameless,
  QUICK_CHIPS,
  scopeCounts,
  withoutQuick,
  withParts,
  withQuick,
  withScope,
  type QuickChip,
} from './filter-parts.ts'

const filter = (parts: Partial<CustomerFilter> = {}): CustomerFilter => ({ ...DEFAULT_CUSTOMER_FILTER, ...parts })
const wei = 'a'.repeat(32) as AgentId
const tag = 'b'.repeat(32) as TagId

test('what is taken away leaves no trace, so that the same choice is the same filter', () => {
  const narrowed = withParts(filter(), { source: 'douyin', tagIds: [tag], tagMode: 'all', keyword: '木作' })

  expect(withParts(narrowed, { source: undefined, tagIds: [], tagMode: undefined, keyword: '' })).toEqual(filter())
})

test('choosing among colleagues ends with the group', () => {
  const colleagues = filter({ scope: SCOPE.colleagues, agentId: wei, ad: true })

  expect(withScope(colleagues, SCOPE.mine)).toEqual(filter({ ad: true }))
  expect(withScope(colleagues, SCOPE.colleagues)).toEqual(colleagues)
  expect(withScope(colleagues, SCOPE.all)).toEqual({ ...colleagues, scope: SCOPE.all })
})

test('quick chips add up, 全部 takes them all away', () => {
  const waiting = withQuick(filter({ source: 'douyin' }), 'waiting', true)
  const both = withQuick(waiting, 'failed', true)

  expect(both).toEqual(filter({ source: 'douyin', replyState: 1, sendResult: 2 }))
  expect(withQuick(both, 'waiting', false)).toEqual(filter({ source: 'douyin', sendResult: 2 }))
  expect(withoutQuick(both)).toEqual(filter({ source: 'douyin' }))
})

test.each<[CustomerFilter, QuickChip[]]>([
  [filter(), []],
  [filter({ unread: true, archive: true }), ['unread']],
  [filter({ replyState: 1, hasLead: true }), ['waiting', 'hasLead']],
  [filter({ handoff: true }), ['handoff']],
  [filter({ hasLead: false, sendResult: 1 }), []],
])('%j shows the chips %j', (it, chips) => {
  expect(QUICK_CHIPS.filter((chip) => isQuick(it, chip))).toEqual(chips)
})

test('the group alone does not narrow; clearing keeps it', () => {
  expect(isNarrowed(filter({ scope: SCOPE.unassigned }))).toBe(false)
  expect(isNarrowed(filter({ scope: SCOPE.unassigned, unread: true }))).toBe(true)
  expect(cleared(filter({ scope: SCOPE.unassigned, unread: true, keyword: '王' }))).toEqual(
    filter({ scope: SCOPE.unassigned }),
  )
})

test('the filter is marked for what stands nowhere else', () => {
  expect(hasHiddenParts(filter({ keyword: '王', unread: true, scope: SCOPE.colleagues }))).toBe(false)
  expect(hasHiddenParts(filter({ archive: true }))).toBe(true)
  expect(hasHiddenParts(filter({ offReason: 'handoff' }))).toBe(true)
})

test('a group the role does not reach is not offered', () => {
  const counts = { allCount: 3, myCount: 3, colleagueCount: -1, unassignedCount: 0 } as CustomerCounts

  expect(scopeCounts(counts)).toEqual([
    [SCOPE.mine, 3],
    [SCOPE.unassigned, 0],
    [SCOPE.all, 3],
  ])
  expect(scopeCounts(undefined)).toHaveLength(4)
})

test('ids of a saved view that no longer exist are found', () => {
  expect(nameless(['tag1', 'tag2'], [{ id: 'tag2' }])).toEqual(['tag1'])
  expect(nameless([], [{ id: 'tag2' }])).toEqual([])
})
