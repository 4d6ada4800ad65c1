import { type AccountDetail, type CardType, AUDIT_STATUSES } from '@ruwu/contract'
import { CARD_TYPE_LABELS } from '@ruwu/domain'
import { Button, Empty } from '@ruwu/ui'
import { CreditCard, Plus, RefreshCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { FilterRow, FilterSelect, optionsOf } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { AccountFrame } from '../channel/index.ts'
import { useCan } from '../permission/index.ts'
import { groupsFor, readCardType } from './card-group.ts'
import { MaterialPanel } from './components/material-panel.tsx'
import { MaterialSheet } from './components/material-sheet.tsx'
import { NEW_CARD, openCard, readMaterialFilter, writeMaterialFilter, type ReadFilter } from './material-filter.ts'
import { useSyncMaterials } from './material.mutations.ts'
import { useMaterials } from './material.queries.ts'
import { texts } from './texts.ts'
import styles from './material-page.module.css'

export const MaterialPage = () => (
  <AccountFrame tab="card-manage">{(account) => <Materials account={account} />}</AccountFrame>
)

function Materials({ account }: { account: AccountDetail }) {
  const [search] = useSearchParams()
  const type = readCardType(search, account.capabilities)
  if (!type) return <Empty icon={CreditCard} text={texts.none} />
  return <Board account={account} type={type} />
}

/** The cards of one type. */
function Board({ account, type }: { account: AccountDetail; type: CardType }) {
  const [search, setSearch] = useSearchParams()
  const canEdit = useCan('channelAccount:settingsEdit')
  const sync = useSyncMaterials()
  const canCreate = canEdit && account.capabilities.cardEdit && type === 'lead_form'
  const filter = readMaterialFilter(search, account.relationId, type)
  const clear =
    filter.keyword || filter.status
      ? () => setSearch(writeMaterialFilter({ ...filter, keyword: undefined, status: undefined }))
      : undefined
  const create = () => setSearch((old) => openCard(old, NEW_CARD))
  return (
    <div className={styles.board}>
      <div className={styles.tools}>
        <MaterialFilters filter={filter} onChange={(next) => setSearch(writeMaterialFilter(next))} onClear={clear} />
        {canEdit && (
          <div className={styles.actions}>
            <Button busy={sync.isPending} onClick={() => sync.mutate(account.relationId)}>
              <RefreshCw size={15} aria-hidden="true" />
              {texts.sync}
            </Button>
            {canCreate && (
              <Button variant="primary" onClick={create}>
                <Plus size={16} aria-hidden="true" />
                {texts.create(CARD_TYPE_LABELS[type])}
              </Button>
            )}
          </div>
        )}
      </div>
      <MaterialPanel
        groups={groupsFor(account.capabilities)}
        filter={filter}
        canEdit={canEdit}
        canRemove={canCreate}
        onClear={clear}
        onCreate={canCreate ? create : undefined}
      />
      <MaterialEditor account={account} filter={filter} canEdit={canEdit} canCreate={canCreate} />
    </div>
  )
}

type MaterialEditorProps = { account: AccountDetail; filter: ReadFilter; canEdit: boolean; canCreate: boolean }

/** The card named in the URL, open for editing; renders nothing without one. */
function MaterialEditor({ account, filter, canEdit, canCreate }: MaterialEditorProps) {
  const [search, setSearch] = useSearchParams()
  const { data } = useMaterials(filter)
  const id = search.get('card')
  const card = data?.items.find((it) => it.id === id)
  const isNew = id === NEW_CARD && canCreate
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

const statusOptions = optionsOf(AUDIT_STATUSES, texts.statuses)

type MaterialFiltersProps = {
  filter: ReadFilter
  onChange: (filter: ReadFilter) => void
  onClear: (() => void) | undefined
}

const MaterialFilters = ({ filter, onChange, onClear }: MaterialFiltersProps) => (
  <FilterRow onClear={onClear}>
    <KeywordInput
      value={filter.keyword ?? ''}
      placeholder={texts.keywordHint}
      onChange={(keyword) => onChange({ ...filter, keyword })}
    />
    <FilterSelect
      label={texts.status}
      value={filter.status}
      options={statusOptions}
      onChange={(status) => onChange({ ...filter, status })}
    />
  </FilterRow>
)
