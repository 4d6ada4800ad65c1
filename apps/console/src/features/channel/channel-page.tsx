import { SOURCES, type SimpleAccount, type Source, AD_STATUSES, RECEPTION_MODES } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { Button, PageHead, ToolButton, TabNav } from '@ruwu/ui'
import { useIsFetching } from '@tanstack/react-query'
import { Link2, ListChecks, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams, Link } from 'react-router'
import { FilterRow, FilterSelect, optionsOf } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { SourceIcon } from '../../rendering/source-icon.tsx'
import { AuthoriseDialog } from '../channel-auth/index.ts'
import { useCan } from '../permission/index.ts'
import { isNarrowed, readFilter, writeFilter, OPEN_STATUS_FILTERS } from './account-filter.ts'
import { useFreshAccounts } from './channel.mutations.ts'
import { channelKeys, type AccountFilter, useSimpleAccounts } from './channel.queries.ts'
import { AccountPanel } from './components/account-panel.tsx'
import { texts } from './texts.ts'
import styles from './channel-page.module.css'

export function ChannelPage() {
  const [search, setSearch] = useSearchParams()
  const [isSelecting, setIsSelecting] = useState(false)
  const [isBinding, setIsBinding] = useState(false)
  const canBind = useCan('channelAccount:bindManage')
  const canEdit = useCan('channelAccount:settingsEdit')
  const filter = readFilter(search)
  const setFilter = (next: AccountFilter) => setSearch(writeFilter(next))
  const clear = isNarrowed(filter) ? () => setFilter({ source: filter.source }) : undefined
  const bind = canBind ? () => setIsBinding(true) : undefined
  return (
    <>
      <PageHead
        title={texts.title}
        tabs={<SourceTabs source={filter.source} />}
        actions={
          <>
            {canEdit && (
              <ToolButton
                icon={ListChecks}
                label={isSelecting ? texts.bulkEnd : texts.bulk}
                onClick={() => setIsSelecting(!isSelecting)}
              />
            )}
            <RefreshButton />
            {bind && (
              <Button variant="primary" onClick={bind}>
                <Link2 size={16} aria-hidden="true" />
                {texts.bind}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.page}>
        <AccountFilters filter={filter} onChange={setFilter} onClear={clear} />
        <AccountPanel
          filter={filter}
          onClear={clear}
          onBind={bind}
          isSelecting={isSelecting && canEdit}
          onSelected={() => setIsSelecting(false)}
        />
      </div>
      {isBinding && <AuthoriseDialog source={filter.source} onClose={() => setIsBinding(false)} />}
    </>
  )
}

function RefreshButton() {
  const refresh = useFreshAccounts()
  const isFetching = useIsFetching({ queryKey: channelKeys.all }) > 0
  return <ToolButton icon={RefreshCw} label={texts.refresh} busy={isFetching} onClick={refresh} />
}

/** Number of bound main accounts per source. */
const countsOf = (accounts: SimpleAccount[]) => {
  const mains = accounts.filter((it) => it.accountType === 'CORP' && it.openStatus !== 'unbound')
  return (source: Source) => mains.filter((it) => it.source === source).length
}

function SourceTabs({ source }: { source: Source }) {
  const { data: countOf } = useSimpleAccounts(countsOf)
  return (
    <TabNav label={texts.sources}>
      {SOURCES.map((it) => (
        <li key={it}>
          <Link
            to={{ search: writeFilter({ source: it }).toString() }}
            aria-current={it === source ? 'page' : undefined}
          >
            <SourceIcon source={it} size={15} isNamed={false} />
            {SOURCE_LABELS[it]}
            {countOf && <small>({countOf(it)})</small>}
          </Link>
        </li>
      ))}
    </TabNav>
  )
}

const openOptions = optionsOf(OPEN_STATUS_FILTERS, texts.openStatuses)
const adOptions = optionsOf(AD_STATUSES, texts.adStatuses)
const modeOptions = optionsOf(RECEPTION_MODES, texts.modes)

type AccountFiltersProps = {
  filter: AccountFilter
  onChange: (filter: AccountFilter) => void
  onClear: (() => void) | undefined
}

function AccountFilters({ filter, onChange, onClear }: AccountFiltersProps) {
  return (
    <FilterRow onClear={onClear}>
      <KeywordInput
        value={filter.keyword ?? ''}
        placeholder={texts.keywordHint}
        onChange={(keyword) => onChange({ ...filter, keyword })}
      />
      <FilterSelect
        label={texts.openStatus}
        value={filter.openStatus}
        options={openOptions}
        onChange={(openStatus) => onChange({ ...filter, openStatus })}
      />
      <FilterSelect
        label={texts.adStatus}
        value={filter.adStatus}
        options={adOptions}
        onChange={(adStatus) => onChange({ ...filter, adStatus })}
      />
      <FilterSelect
        label={texts.receptionMode}
        value={filter.receptionMode}
        options={modeOptions}
        onChange={(receptionMode) => onChange({ ...filter, receptionMode })}
      />
    </FilterRow>
  )
}
