import { AUDIT_STATUSES, type CardType, MATERIAL_SORTS, type RelationId } from '@ruwu/contract'
import { readKeyword, writeQuery } from '../../list/url-query.ts'
import { readPaging, withPaging, type Paging } from '../../list/url-query.ts'
import { readSort, withSort } from '../../list/url-sort.ts'
import type { MaterialFilter } from './material.queries.ts'

/** Takes the place of an id in the URL while a card is created. */
export const NEW_CARD = 'new'

export type ReadFilter = MaterialFilter & Paging & { relationId: RelationId; type: CardType }

/** The filter is kept in the URL; the account is part of the path. */
export function readMaterialFilter(search: URLSearchParams, relationId: RelationId, type: CardType): ReadFilter {
  const status = AUDIT_STATUSES.find((it) => it === search.get('status'))
  const keyword = readKeyword(search)
  const sort = readSort(search, MATERIAL_SORTS)
  return {
    relationId,
    type,
    ...(status && { status }),
    ...(keyword && { keyword }),
    ...(sort && { sort }),
    ...readPaging(search),
  }
}

/** A new filter resets the page number; the order stays. */
export const writeMaterialFilter = ({ type, status, keyword, sort, pageSize }: ReadFilter) =>
  withSort(withPaging(writeQuery({ type, status, keyword }), { page: 1, pageSize }), sort)

/** The open card is kept in the URL as well. */
export function openCard(search: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (id) next.set('card', id)
  else next.delete('card')
  return next
}
