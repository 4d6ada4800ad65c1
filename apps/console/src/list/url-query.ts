import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@ruwu/contract'

export type Paging = { page: number; pageSize: (typeof PAGE_SIZES)[number] }

export const DEFAULT_PAGING: Paging = { page: 1, pageSize: DEFAULT_PAGE_SIZE }

/** The page is kept in the URL beside the filter; an invalid value counts as not set. */
export function readPaging(search: URLSearchParams): Paging {
  const page = Number(search.get('page'))
  return { page: Number.isInteger(page) && page > 0 ? page : 1, pageSize: pageSizeOf(search.get('pageSize')) }
}

export const pageSizeOf = (value: unknown) => PAGE_SIZES.find((it) => it === Number(value)) ?? DEFAULT_PAGE_SIZE

/** The URL of another page; defaults are left out. */
export function withPaging(search: URLSearchParams, { page, pageSize }: Paging): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  next.delete('pageSize')
  if (page > 1) next.set('page', String(page))
  if (pageSize !== DEFAULT_PAGE_SIZE) next.set('pageSize', String(pageSize))
  return next
}

/** One page of rows; beyond the end, the last page. */
export function pageOf<T>(rows: T[], { page, pageSize }: Paging): { rows: T[]; page: number } {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const shown = Math.min(page, last)
  return { rows: rows.slice((shown - 1) * pageSize, shown * pageSize), page: shown }
}

export const KEYWORD_MAX = 50

/** The keyword in the URL; undefined without one. */
export function readKeyword(search: URLSearchParams): string | undefined {
  const keyword = search.get('keyword')?.trim()
  return keyword ? Array.from(keyword).slice(0, KEYWORD_MAX).join('') : undefined
}

/** Unset values are left out of the URL. */
export function writeQuery(values: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
}

/** Several values of the URL, separated by commas; invalid ones are left out. */
export const readMany = <T extends string>(
  query: URLSearchParams,
  name: string,
  read: (text: string) => T | undefined,
): T[] => (query.get(name) ?? '').split(',').flatMap((text) => read(text) ?? [])

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string | null): T | undefined =>
    values.find((it) => it === text)

type IdSchema<Id> = { safeParse: (value: unknown) => { data?: Id | undefined } }

export const idOf =
  <Id extends string>(schema: IdSchema<Id>) =>
  (text: string | null): Id | undefined =>
    schema.safeParse(text).data
