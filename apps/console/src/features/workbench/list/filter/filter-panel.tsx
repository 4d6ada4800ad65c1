import type { CustomerCounts, CustomerFilter } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { useRef, useState } from 'react'
import type { AgentView } from '../../customer/customer-keys.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { FilterLine } from './choice-chips.tsx'
import { cleared, hasOwners, isNarrowed, withParts } from './filter-parts.ts'
import { SaveView } from './save-view.tsx'
import { AccountFilter, OwnerFilter, ReasonFilter, StageFilter, TagFilter } from './select-filters.tsx'
import { TimeFilters } from './time-filters.tsx'
import { AiStatusFilter, ArchiveFilter, OnlyFilters, SourceFilter } from './trait-filters.tsx'
import { useFocusInside } from './use-focus-inside.ts'
import styles from './filter-panel.module.css'

type FilterPanelProps = {
  view: AgentView
  counts: CustomerCounts | undefined
  onShow: ShowView
  onClose: () => void
}

/** All filters of the list. Each choice applies at once and shows its count. */
export function FilterPanel({ view, counts, onShow, onClose }: FilterPanelProps) {
  const [isNaming, setIsNaming] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const { filter, sort } = view
  const change = (parts: Partial<CustomerFilter>) => onShow({ filter: withParts(filter, parts), sort })
  useFocusInside(root, onClose)
  const endNaming = () => {
    setIsNaming(false)
    root.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={root} className={styles.panel} tabIndex={-1}>
      <AiStatusFilter filter={filter} counts={counts} onChange={change} />
      <SourceFilter filter={filter} counts={counts} onChange={change} />
      <FilterLine label={texts.account}>
        <AccountFilter filter={filter} counts={counts} onChange={change} />
      </FilterLine>
      <ArchiveFilter filter={filter} counts={counts} onChange={change} />
      <FilterLine label={texts.tags}>
        <TagFilter filter={filter} onChange={change} />
      </FilterLine>
      {hasOwners(filter.scope) && (
        <FilterLine label={texts.agent}>
          <OwnerFilter filter={filter} onChange={change} />
        </FilterLine>
      )}
      <FilterLine label={texts.stage}>
        <StageFilter filter={filter} onChange={change} />
      </FilterLine>
      <TimeFilters filter={filter} onChange={change} />
      <ReasonFilter filter={filter} onChange={change} />
      <OnlyFilters filter={filter} onChange={change} />
      {isNaming ? (
        <div className={styles.naming}>
          <SaveView view={view} onDone={endNaming} />
        </div>
      ) : (
        <footer className={styles.foot}>
          <Button
            variant="ghost"
            size="sm"
            disabled={!isNarrowed(filter)}
            onClick={() => onShow({ filter: cleared(filter), sort })}
          >
            {texts.clear}
          </Button>
          <Button size="sm" onClick={() => setIsNaming(true)}>
            {texts.saveView}
          </Button>
        </footer>
      )}
    </div>
  )
}
