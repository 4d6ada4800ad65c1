import { SOURCES, type CustomerCounts, type CustomerFilter } from '@ruwu/contract'
import { RECEPTION_TYPE_LABELS, SOURCE_LABELS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Switch } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { AgentView } from '../../customer/customer-keys.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { ChoiceChips, FilterLine } from './choice-chips.tsx'
import { cleared, hasOwners, isNarrowed, withParts } from './filter-parts.ts'
import { SaveView } from './save-view.tsx'
import { AccountFilter, OwnerFilter, ReasonFilter, StageFilter, TagFilter } from './select-filters.tsx'
import { TimeFilters } from './time-filters.tsx'
import styles from './filter-panel.module.css'

const ALL = 'all'

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
      <FilterLine label={texts.aiStatus}>
        <ChoiceChips
          label={texts.aiStatus}
          value={filter.enableAi === undefined ? ALL : String(filter.enableAi)}
          options={[
            { value: ALL, label: texts.all },
            { value: 'true', label: RECEPTION_TYPE_LABELS.ai_agent, count: counts?.enableAiCount.true },
            { value: 'false', label: texts.notHosted, count: counts?.enableAiCount.false },
          ]}
          onChange={(value) => change({ enableAi: value === ALL ? undefined : value === 'true' })}
        />
      </FilterLine>
      <FilterLine label={texts.source}>
        <ChoiceChips
          label={texts.source}
          value={filter.source ?? ALL}
          options={[
            { value: ALL, label: texts.all },
            ...SOURCES.map((it) => ({ value: it, label: SOURCE_LABELS[it], count: counts?.sourceCount[it] })),
          ]}
          onChange={(value) => change({ source: SOURCES.find((it) => it === value) })}
        />
      </FilterLine>
      <FilterLine label={texts.account}>
        <AccountFilter filter={filter} counts={counts} onChange={change} />
      </FilterLine>
      <FilterLine label={texts.archive}>
        <ChoiceChips
          label={texts.archive}
          value={String(filter.archive)}
          options={[
            { value: 'false', label: texts.notArchived, count: counts?.archiveCount.false },
            { value: 'true', label: texts.archived, count: counts?.archiveCount.true },
          ]}
          onChange={(value) => change({ archive: value === 'true' })}
        />
      </FilterLine>
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
      <SwitchLine
        label={texts.onlyStar}
        isOn={filter.isStar === true}
        onChange={(isStar) => change({ isStar: isStar || undefined })}
      />
      <SwitchLine label={texts.onlyAd} isOn={filter.ad === true} onChange={(ad) => change({ ad: ad || undefined })} />
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

function SwitchLine({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <label htmlFor={id}>{label}</label>
      <Switch id={id} size="small" checked={isOn} onChange={onChange} />
    </div>
  )
}

/** The panel is a portal at the end of the body: focus moves into it, and Esc restores it. */
function useFocusInside(root: { current: HTMLElement | null }, onEscape: () => void) {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    element.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      escape.current()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [root])
}
