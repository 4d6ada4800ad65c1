import type { AccountDetail } from '@ruwu/contract'
import { useSearchParams } from 'react-router'
import { NEW, openCard, type ReadFilter } from '../material-filter.ts'
import { useMaterials } from '../material.queries.ts'
import { MaterialSheet } from './material-sheet.tsx'

type MaterialEditorProps = { account: AccountDetail; filter: ReadFilter; canEdit: boolean; canCreate: boolean }

/** The card named in the URL, open for editing; renders nothing without one. */
export function MaterialEditor({ account, filter, canEdit, canCreate }: MaterialEditorProps) {
  const [search, setSearch] = useSearchParams()
  const { data } = useMaterials(filter)
  const id = search.get('card')
  const card = data?.items.find((it) => it.id === id)
  const isNew = id === NEW && canCreate
  if (!card && !isNew) return null
  return (
    <MaterialSheet
      key={id}
      account={account}
      card={card}
      canEdit={canEdit}
      canEditContent={canCreate && !card?.isRemoved}
      onClose={() => setSearch((old) => openCard(old, undefined), { replace: true })}
    />
  )
}
