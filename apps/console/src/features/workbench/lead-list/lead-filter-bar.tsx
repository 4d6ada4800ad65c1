import { CONTACT_KINDS, type LeadOwner, NO_OWNER } from '@ruwu/contract'
import { LEAD_KIND_LABELS } from '@ruwu/domain'
import { DateFilter } from '../../../list/date-filter.tsx'
import { FilterMultiSelect, FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useAgents } from '../../agent/index.ts'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useCustomerSetting } from '../../customer-setting/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useTags } from '../../tag/index.ts'
import { isFiltered, type LeadChoice, readChoice, traitsOf, withChoice, withoutFilters } from './lead-url.ts'
import { MoreFilters } from './more-filters.tsx'
import { texts } from './texts.ts'

const kinds = optionsOf(CONTACT_KINDS, LEAD_KIND_LABELS)
const duplicates = optionsOf(['yes', 'no'], texts.duplicates)

export function LeadFilterBar() {
  const [query, change] = useUrlQuery()
  const choice = readChoice(query)
  const set = (part: Partial<LeadChoice>) => change((old) => withChoice(old, part))
  const accounts = useSimpleAccounts()
  const agents = useAgents()
  const owners: { value: LeadOwner; label: string }[] = [
    { value: NO_OWNER, label: texts.unassigned },
    ...(agents.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  const duplicate = choice.hasDuplicates === undefined ? undefined : choice.hasDuplicates ? 'yes' : 'no'
  return (
    <FilterRow onClear={isFiltered(query) ? () => change(withoutFilters) : undefined}>
      <KeywordInput
        value={choice.keyword ?? ''}
        placeholder={texts.search}
        onChange={(keyword) => set({ keyword: keyword || undefined })}
      />
      <DateFilter value={choice.dates} timeZone={useTimeZone()} canBeAll onChange={(dates) => set({ dates })} />
      <FilterMultiSelect
        label={texts.accounts}
        values={choice.subSourceIds}
        options={(accounts.data ?? []).map(({ relationId, name }) => ({ value: relationId, label: name }))}
        onChange={(subSourceIds) => set({ subSourceIds })}
        onOpen={() => accounts.isError && void accounts.refetch()}
      />
      <FilterMultiSelect
        label={texts.owners}
        values={choice.owners}
        options={owners}
        onChange={(next) => set({ owners: next })}
        onOpen={() => agents.isError && void agents.refetch()}
      />
      <FilterSelect label={texts.kind} value={choice.kind} options={kinds} onChange={(kind) => set({ kind })} />
      <FilterSelect
        label={texts.duplicate}
        value={duplicate}
        options={duplicates}
        onChange={(chosen) => set({ hasDuplicates: chosen && chosen === 'yes' })}
      />
      <MoreFilters traits={traitsOf(choice)} onChange={set} />
    </FilterRow>
  )
}

/** Names of what is chosen by id, for the filter in words. */
export function useFilterNames({ subSourceIds, owners, tagIds = [], stageId }: LeadChoice) {
  const tags = useTags().data ?? []
  const stages = useCustomerSetting().data?.stages ?? []
  const accounts = useSimpleAccounts().data ?? []
  const agents = useAgents().data ?? []
  return {
    accounts: accounts.filter(({ relationId }) => subSourceIds.includes(relationId)).map(({ name }) => name),
    owners: [
      ...agents.filter(({ id }) => owners.includes(id)).map(({ name }) => name),
      ...(owners.includes(NO_OWNER) ? [texts.unassigned] : []),
    ],
    tags: tags.filter(({ id }) => tagIds.includes(id)).map(({ name }) => name),
    stage: stages.find(({ id }) => id === stageId)?.name,
  }
}
