import { Button, cx } from '@ruwu/ui'
import { useRef } from 'react'
import { FilterLine } from '../list/filter/choice-chips.tsx'
import { FilterLayer, useFilterLayer } from '../list/filter/filter-layer.tsx'
import { StageFilter, TagFilter } from '../list/filter/select-filters.tsx'
import { AiStatusFilter, ArchiveFilter, OnlyFilters, SourceFilter } from '../list/filter/trait-filters.tsx'
import { useFocusInside } from '../list/filter/use-focus-inside.ts'
import { texts as chatTexts } from '../texts.ts'
import type { ChangeFilter } from '../use-chat-url.ts'
import type { LeadTraits } from './lead-url.ts'
import { texts } from './texts.ts'
import styles from './more-filters.module.css'
import panel from '../list/filter/filter-panel.module.css'

type MoreFiltersProps = { traits: LeadTraits; onChange: ChangeFilter }

/** 更多筛选: what the list of customers is filtered by as well. */
export function MoreFilters({ traits, onChange }: MoreFiltersProps) {
  const { isOpen, setIsOpen, anchor, close } = useFilterLayer()
  const count = Object.entries(traits).filter(([key, value]) => key !== 'tagMode' && value !== undefined).length
  const button = (
    <Button variant="ghost" className={cx(count > 0 && styles.set)} aria-haspopup="dialog" aria-expanded={isOpen}>
      {count > 0 ? texts.moreFiltersSet(count) : texts.moreFilters}
    </Button>
  )
  return (
    <FilterLayer isOpen={isOpen} onOpenChange={setIsOpen} anchor={anchor} onClose={close} button={button}>
      <TraitPanel traits={traits} onChange={onChange} onClose={close} />
    </FilterLayer>
  )
}

function TraitPanel({ traits, onChange, onClose }: MoreFiltersProps & { onClose: () => void }) {
  const root = useRef<HTMLDivElement>(null)
  useFocusInside(root, onClose)
  const line = { filter: traits, onChange }
  return (
    <div ref={root} className={panel.panel} tabIndex={-1}>
      <AiStatusFilter {...line} />
      <SourceFilter {...line} />
      <ArchiveFilter {...line} canBeBoth />
      <FilterLine label={chatTexts.tags}>
        <TagFilter {...line} />
      </FilterLine>
      <FilterLine label={chatTexts.stage}>
        <StageFilter {...line} />
      </FilterLine>
      <OnlyFilters {...line} />
    </div>
  )
}
