import { AccountType, RelationId, Source } from '@ruwu/contract'
import { useParams } from 'react-router'

/** `/channel/{type}/{id}/{source}`. */
export type AccountUrl = { type: AccountType; id: RelationId; source: Source }

export type AccountTab = 'index' | 'setting' | 'ai-agent' | 'send-card-rule' | 'card-manage'

type Named = { accountType: AccountType; relationId: RelationId; source: Source }

export function accountPath({ accountType, relationId, source }: Named, tab: AccountTab = 'index'): string {
  const path = `/channel/${accountType}/${relationId}/${source}`
  return tab === 'index' ? path : `${path}/${tab}`
}

/** Undefined when the parameters cannot be an account's. */
export function readAccountUrl(params: Readonly<Record<string, string | undefined>>): AccountUrl | undefined {
  const type = AccountType.safeParse(params.type)
  const id = RelationId.safeParse(params.id)
  const source = Source.safeParse(params.source)
  if (!type.success || !id.success || !source.success) return undefined
  return { type: type.data, id: id.data, source: source.data }
}

export const useAccountUrl = () => readAccountUrl(useParams())
