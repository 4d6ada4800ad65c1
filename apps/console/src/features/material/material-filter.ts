import { AUDIT_STATUSES, type CardType, type RelationId } from '@ruwu/contract'
import { readKeyword, writeQuery } from '../../list/keyword.ts'
import { readPaging, withPaging, type Paging } from '../../list/paging.ts'
import type { MaterialFilter } from './material.queries.ts'

/** Stands for an id while a card is being made. */
export const NEW = 'new'

export type ReadFilter = MaterialFilter & Paging & { relationId: RelationId; type: CardType }

/** The filter lives in the address; which account is its path. */
export function readMaterialFilter(search: URLSearchParams, relationId: RelationId, type: CardType): ReadFilter {
  const status = AUDIT_STATUSES.find((it) => it === search.get('status'))
  const keyword = readKeyword(search)
  return { relationId, type, ...(status && { status }), ...(keyword && { keyword }), ...readPaging(search) }
}

/** Another filter begins at its first page. */
export const writeMaterialFilter = ({ type, status, keyword, pageSize }: ReadFilter) =>
  withPaging(writeQuery({ type, status, keyword }), { page: 1, pageSize })

/** The card that is open for editing stands in the address as well. */
export function openCard(search: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (id) next.set('card', id)
  else next.delete('card')
  return next
}
