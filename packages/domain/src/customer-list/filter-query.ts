import { type CustomerFilter, CustomerFilter as Filter, type CustomerSort, CustomerSort as Sort } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from './fits-filter.ts'

/** The part of a list's state kept in the URL. */
export type ListView = { filter: CustomerFilter; sort: CustomerSort }

export const DEFAULT_CUSTOMER_SORT: CustomerSort = 'latest'

type Key = keyof CustomerFilter

const NUMBERS = new Set<Key>(['scope', 'replyState', 'sendResult', 'waited'])
const SWITCHES = new Set<Key>(['archive', 'enableAi', 'handoff', 'unread', 'hasLead', 'ad', 'isStar', 'postponed'])
const WORDS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false }

const keys = Object.keys(Filter.shape) as Key[]

/** Unknown keys and invalid values are ignored. */
export function filterFromQuery(query: URLSearchParams): ListView {
  const filter: Record<string, unknown> = { ...DEFAULT_CUSTOMER_FILTER }
  for (const key of keys) {
    const text = query.get(key)
    if (!text) continue
    const read = Filter.shape[key].safeParse(valueOf(key, text))
    if (read.success && read.data !== undefined && read.data !== '') filter[key] = read.data
  }
  const sort = Sort.safeParse(query.get('sort'))
  return { filter: filter as CustomerFilter, sort: sort.success ? sort.data : DEFAULT_CUSTOMER_SORT }
}

/** Non-default values only. */
export function filterToQuery({ filter, sort }: ListView): URLSearchParams {
  const query = new URLSearchParams()
  for (const key of keys) {
    const text = String(filter[key] ?? '')
    if (text !== '' && text !== String(DEFAULT_CUSTOMER_FILTER[key] ?? '')) query.set(key, text)
  }
  if (sort !== DEFAULT_CUSTOMER_SORT) query.set('sort', sort)
  return query
}

function valueOf(key: Key, text: string): unknown {
  if (NUMBERS.has(key)) return Number(text)
  if (SWITCHES.has(key)) return WORDS[text]
  return key === 'tagIds' ? [...new Set(text.split(','))] : text
}
