import {
  CUSTOMER_SORTS,
  customerApi,
  type CustomerFilter,
  type CustomerId,
  type Endpoint,
  leadApi,
  type LeadFilter,
  messageApi,
  NO_OWNER,
  type RelationId,
  type Scope,
  searchApi,
  type StageId,
  type TagId,
} from '@ruwu/contract'
import type { ClientBase } from 'pg'
import { askedIds, FREQUENT_WORD, RARE_WORD } from './workbench-data.ts'

/** A request of the workbench. `supervisor` sees all customers, `agent` own and unassigned ones. */
export type WorkbenchCall = {
  kind: 'list' | 'count' | 'thread' | 'search' | 'lead'
  name: string
  who: 'supervisor' | 'agent'
  endpoint: Endpoint
  args: { body?: object; query?: Record<string, string> }
}

const NO_STAGE = '1'.repeat(32) as StageId

/** Every filter alone and some combined, from hardly selective to very selective. */
const filtersOf = (
  tag: (n: number) => TagId,
  account: (n: number) => RelationId,
  day: string,
): Record<string, Partial<CustomerFilter>> => ({
  plain: {},
  archived: { archive: true },
  source: { source: 'redbook' },
  account: { subSourceId: account(3) },
  'account with sub-accounts': { subSourceId: account(0) },
  ai: { enableAi: true },
  'not ai': { enableAi: false },
  workflow: { receptionType: 'workflow' },
  waiting: { replyState: 1 },
  unread: { unread: true },
  read: { unread: false },
  lead: { hasLead: true },
  'no lead': { hasLead: false },
  failed: { sendResult: 2 },
  sent: { sendResult: 1 },
  ad: { ad: true },
  'no ad': { ad: false },
  'off reason': { offReason: 'handoff' },
  'everybody’s tag': { tagIds: [tag(0)] },
  'common tag': { tagIds: [tag(2)] },
  'rare tag': { tagIds: [tag(29)] },
  'any of three tags': { tagIds: [tag(3), tag(5), tag(8)] },
  'both tags': { tagIds: [tag(1), tag(2)], tagMode: 'all' },
  star: { isStar: true },
  'long wait': { waited: 1440 },
  'messages of one day': { lastMessage: day },
  'first contact on one day': { firstContact: day },
  'nobody’s stage': { stageId: NO_STAGE },
  'one character': { keyword: '小' },
  'two characters': { keyword: '小明' },
  'a name': { keyword: '王小明' },
  'nobody’s name': { keyword: '无人' },
  'waiting with a lead': { hasLead: true, replyState: 1 },
  'unread with a lead': { unread: true, hasLead: true },
  'four at once': { hasLead: true, ad: true, source: 'douyin', enableAi: false },
  'hardly anybody': { sendResult: 2, hasLead: true, ad: true, offReason: 'error' },
})

const SCOPES = { supervisor: [1, 2, 3, 4], agent: [1, 3, 4] } as const

/** All requests, for a database filled by `fillWorkbench`. */
export async function workbenchCalls(client: ClientBase): Promise<WorkbenchCall[]> {
  const { tagIds, accountIds, longestThread, quietDay } = await askedIds(client)
  const filters = filtersOf(
    (n) => tagIds[n] as TagId,
    (n) => accountIds[n] as RelationId,
    `${quietDay}..${quietDay}`,
  )
  const asked = (['supervisor', 'agent'] as const).flatMap((who) =>
    SCOPES[who].flatMap((scope) => Object.entries(filters).map(([name, filter]) => ({ who, scope, name, filter }))),
  )
  return [
    ...asked.flatMap(({ who, scope, name, filter }) =>
      CUSTOMER_SORTS.map((sort) => listCall(who, scope, `${name}, ${sort}`, { ...filter, sort })),
    ),
    ...asked.map(({ who, scope, name, filter }) => countCall(who, scope, name, filter)),
    ...threadCalls(longestThread as CustomerId),
    ...searchCalls(accountIds[3] as RelationId),
    ...leadCalls(accountIds[3] as RelationId),
  ]
}

const listCall = (who: WorkbenchCall['who'], scope: Scope, name: string, more: object): WorkbenchCall => ({
  kind: 'list',
  name: `${who} ${scope} ${name}`,
  who,
  endpoint: customerApi.list,
  args: { body: { scope, ...more } },
})

const countCall = (
  who: WorkbenchCall['who'],
  scope: Scope,
  name: string,
  filter: Partial<CustomerFilter>,
): WorkbenchCall => ({
  kind: 'count',
  name: `${who} ${scope} ${name}`,
  who,
  endpoint: customerApi.count,
  args: { query: { filter: JSON.stringify({ scope, ...filter }) } },
})

const threadCalls = (customerId: CustomerId): WorkbenchCall[] =>
  [{}, { beforeSeq: 19_000 }, { beforeSeq: 10_000 }, { beforeSeq: 300 }, { afterSeq: 12_345 }].map((range) => ({
    kind: 'thread',
    name: JSON.stringify(range),
    who: 'supervisor',
    endpoint: messageApi.list,
    args: { body: { customerId, ...range } },
  }))

const searchCalls = (subSourceId: RelationId): WorkbenchCall[] =>
  [
    { keyword: FREQUENT_WORD },
    { keyword: RARE_WORD },
    { keyword: '没有这词' },
    { keyword: '价' },
    { keyword: `衣柜的${FREQUENT_WORD}` },
    { keyword: FREQUENT_WORD, subSourceId },
    { keyword: RARE_WORD, subSourceId },
  ].flatMap((body) =>
    (['supervisor', 'agent'] as const).map((who) => ({
      kind: 'search' as const,
      name: `${who} ${JSON.stringify(body)}`,
      who,
      endpoint: searchApi.global,
      args: { body },
    })),
  )

/** 线索: every filter alone, deep pages, and the number beside the menu item. */
function leadCalls(account: RelationId): WorkbenchCall[] {
  const day = new Date(Date.now() - 86_400_000).toISOString()
  const filters: Record<string, Partial<LeadFilter> & { page?: number; pageSize?: number }> = {
    plain: {},
    new: { status: 'new' },
    invalid: { status: 'invalid' },
    phone: { kind: 'phone' },
    'first captured, oldest first': { sort: { field: 'createdAt', order: 'asc' } },
    'since yesterday': { from: day },
    'before yesterday': { to: day },
    account: { subSourceIds: [account] },
    unassigned: { owners: [NO_OWNER] },
    repeated: { hasDuplicates: true },
    'not repeated': { hasDuplicates: false },
    'of one platform': { source: 'douyin' },
    'not archived': { archive: false },
    'hosted by the AI': { enableAi: true },
    'from advertisements': { ad: true },
    starred: { isStar: true },
    'last four digits': { keyword: '1234' },
    'a name': { keyword: '王小明' },
    'nobody’s name': { keyword: '无人' },
    'page 20': { page: 20, pageSize: 100 },
  }
  return (['supervisor', 'agent'] as const).flatMap((who) => [
    ...Object.entries(filters).map(([name, body]) => ({
      kind: 'lead' as const,
      name: `${who} ${name}`,
      who,
      endpoint: leadApi.page,
      args: { body },
    })),
    { kind: 'lead' as const, name: `${who} new`, who, endpoint: leadApi.countNew, args: {} },
  ])
}
