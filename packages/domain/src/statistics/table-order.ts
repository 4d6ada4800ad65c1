import type {
  AgentRow,
  AgentTableFilter,
  AiRow,
  CHANNEL_SORTS,
  ChannelRow,
  ChannelTableFilter,
  SummaryFilter,
  TagRow,
  TagTableFilter,
} from '@ruwu/contract'
import { sortRows } from '../sort-rows.ts'

export const sortAgents = (rows: readonly AgentRow[], sort: AgentTableFilter['sort']): AgentRow[] =>
  sortRows(rows, sort, ({ values }, field) => values[field])

/** Without an order sub-accounts are below their main account. Accounts and contents have no cost. */
export const sortChannels = <Row extends ChannelRow>(rows: readonly Row[], sort: ChannelTableFilter['sort']): Row[] =>
  sortRows<Row, (typeof CHANNEL_SORTS)[number]>(rows, sort, (row, field) => {
    if (field === 'cost' || field === 'costPerLead') return row.group === 'ad' ? row[field] : null
    return row.values[field]
  })

export const sortTags = (rows: readonly TagRow[], sort: TagTableFilter['sort']): TagRow[] =>
  sortRows(rows, sort, (row, field) => row[field])

type MissRow = Extract<AiRow, { group: 'miss' }>

export const sortMisses = (rows: readonly MissRow[], sort: SummaryFilter['sort']): MissRow[] =>
  sortRows(rows, sort, (row, field) => row[field])
