import { AgentRow, ChannelRow, TagRow } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sortAgents, sortChannels, sortTags } from './table-order.ts'

const values = { enterCustomers: 1, talkCustomers: 0, talkRate: 0, leadCustomers: 0, leadRate: -1, enterLeadRate: 0 }
const ad = (adId: string, cost: number | null, costPerLead: number | null) =>
  ChannelRow.parse({ group: 'ad', adId, name: adId, source: 'douyin', values, cost, costPerLead })

test.each([
  ['cost', 'desc', ['dear', 'cheap', 'untold']],
  ['costPerLead', 'asc', ['dear', 'untold', 'cheap']],
] as const)('plans by %s %s: those without come last', (field, order, expected) => {
  const rows = [ad('untold', null, null), ad('cheap', 100, -1), ad('dear', 900, 300)]

  expect(sortChannels(rows, { field, order }).map((row) => row.group === 'ad' && row.adId)).toEqual(expected)
})

const tag = (name: string, added: number) =>
  TagRow.parse({
    tagId: '1'.repeat(32),
    name,
    color: '',
    customers: 0,
    share: 0,
    added,
    leadCustomers: 0,
    leadRate: -1,
  })

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('agents and tags are ordered by any of their figures', () => {
  const figures = Object.fromEntries(Object.keys(AgentRow.shape.values.shape).map((name) => [name, 0]))
  const agent = (name: string, received: number) =>
    AgentRow.parse({ agentId: '1'.repeat(32), name, avatar: '', values: { ...figures, received } })

  expect(namesOf(sortAgents([agent('甲', 1), agent('乙', 3)], { field: 'received', order: 'desc' }))).toEqual([
    '乙',
    '甲',
  ])
  expect(namesOf(sortTags([tag('甲', 3), tag('乙', 1)], { field: 'added', order: 'asc' }))).toEqual(['乙', '甲'])
})
