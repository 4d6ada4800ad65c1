import { ChannelRow } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sortChannels } from './table-order.ts'

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
