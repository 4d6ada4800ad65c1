import type { FoundCustomer, FoundMessage, FoundReply } from '@ruwu/contract'
import { containsWord } from '@ruwu/domain'
import type { SearchTab } from './search-query.ts'

type FoundPage = { path: string; title: string }

export type FoundRow =
  | { kind: 'customer'; customer: FoundCustomer }
  | { kind: 'message'; message: FoundMessage }
  | { kind: 'reply'; reply: FoundReply }
  | { kind: 'page'; page: FoundPage }

export type FoundSection = {
  kind: FoundRow['kind']
  rows: FoundRow[]
  /** More results exist than are shown here. */
  hasMore: boolean
}

export type Found = {
  customers: FoundCustomer[]
  messages: FoundMessage[]
  replies: FoundReply[]
  pages: FoundPage[]
}

/** Rows per kind on the tab 全部. */
const FEW = 5

/** The results of a tab by section, without empty ones. */
export function sectionsOf(found: Found, tab: SearchTab, hasMoreMessages: boolean): FoundSection[] {
  const all: { kind: FoundRow['kind']; rows: FoundRow[]; goesOn: boolean }[] = [
    { kind: 'customer', rows: found.customers.map((customer) => ({ kind: 'customer', customer })), goesOn: false },
    { kind: 'message', rows: found.messages.map((message) => ({ kind: 'message', message })), goesOn: hasMoreMessages },
    { kind: 'reply', rows: found.replies.map((reply) => ({ kind: 'reply', reply })), goesOn: false },
    { kind: 'page', rows: found.pages.map((page) => ({ kind: 'page', page })), goesOn: false },
  ]
  return all
    .filter(({ kind, rows }) => (tab === 'all' || tab === kind) && rows.length > 0)
    .map(({ kind, rows, goesOn }) =>
      tab === 'all'
        ? { kind, rows: rows.slice(0, FEW), hasMore: goesOn || rows.length > FEW }
        : { kind, rows, hasMore: false },
    )
}

/** Pages by title. Pages with a path parameter cannot be navigated to directly. */
export const findPages = <P extends FoundPage>(pages: readonly P[], keyword: string): P[] =>
  keyword.trim() ? pages.filter(({ path, title }) => !path.includes(':') && containsWord(title, keyword)) : []

/** The URL of a result; undefined for a quick reply, which is copied instead. */
export function addressOf(row: FoundRow): string | undefined {
  switch (row.kind) {
    case 'customer':
      return `/chat?customerId=${row.customer.customerId}`
    case 'message':
      return `/chat?customerId=${row.message.customerId}&messageId=${row.message.messageId}`
    case 'page':
      return row.page.path
    case 'reply':
      return undefined
  }
}
