import { AD_STATUSES, OPEN_STATUSES, RECEPTION_MODES, SOURCES } from '@ruwu/contract'
import { readKeyword, writeQuery } from '../../list/url-query.ts'
import type { AccountFilter } from './channel.queries.ts'

export const OPEN_STATUS_FILTERS = ['abnormal', ...OPEN_STATUSES] as const

const DEFAULT_SOURCE = SOURCES[0]

/** The filter is kept in the URL: unknown keys are ignored, an invalid value counts as not set. */
export function readFilter(search: URLSearchParams): AccountFilter {
  const among = <T extends string>(known: readonly T[], key: string) => known.find((it) => it === search.get(key))
  const openStatus = among(OPEN_STATUS_FILTERS, 'openStatus')
  const adStatus = among(AD_STATUSES, 'adStatus')
  const receptionMode = among(RECEPTION_MODES, 'receptionMode')
  const keyword = readKeyword(search)
  return {
    source: among(SOURCES, 'source') ?? DEFAULT_SOURCE,
    ...(openStatus && { openStatus }),
    ...(adStatus && { adStatus }),
    ...(receptionMode && { receptionMode }),
    ...(keyword && { keyword }),
  }
}

export const writeFilter = ({ source, ...rest }: AccountFilter) =>
  writeQuery({ source: source === DEFAULT_SOURCE ? undefined : source, ...rest })

/** Whether anything besides the source is filtered. */
export const isNarrowed = (filter: AccountFilter) => writeFilter({ ...filter, source: DEFAULT_SOURCE }).size > 0

/** Expanded main accounts, kept in the URL; undefined until one is expanded or collapsed. */
export const readOpenRows = (search: URLSearchParams) => search.get('open')?.split(',').filter(Boolean)

export function withOpenRows(search: URLSearchParams, rows: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('open', rows.join(','))
  return next
}
