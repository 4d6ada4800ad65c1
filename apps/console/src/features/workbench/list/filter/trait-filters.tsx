import { type CustomerCounts, type CustomerFilter, SOURCES } from '@ruwu/contract'
import { RECEPTION_TYPE_LABELS, SOURCE_LABELS } from '@ruwu/domain'
import { Switch } from 'antd'
import { useId } from 'react'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import { ChoiceChips, FilterLine } from './choice-chips.tsx'
import styles from './filter-panel.module.css'

const ALL = 'all'

type TraitProps = {
  filter: Partial<CustomerFilter>
  /** Undefined: no numbers. */
  counts?: CustomerCounts | undefined
  onChange: ChangeFilter
}

/** What customers are filtered by in the list of /chat and in 线索; each choice applies at once. */
export function AiStatusFilter({ filter: { enableAi }, counts, onChange }: TraitProps) {
  return (
    <FilterLine label={texts.aiStatus}>
      <ChoiceChips
        label={texts.aiStatus}
        value={enableAi === undefined ? ALL : String(enableAi)}
        options={[
          { value: ALL, label: texts.all },
          { value: 'true', label: RECEPTION_TYPE_LABELS.ai_agent, count: counts?.enableAiCount.true },
          { value: 'false', label: texts.notHosted, count: counts?.enableAiCount.false },
        ]}
        onChange={(value) => onChange({ enableAi: value === ALL ? undefined : value === 'true' })}
      />
    </FilterLine>
  )
}

export function SourceFilter({ filter: { source }, counts, onChange }: TraitProps) {
  return (
    <FilterLine label={texts.source}>
      <ChoiceChips
        label={texts.source}
        value={source ?? ALL}
        options={[
          { value: ALL, label: texts.all },
          ...SOURCES.map((it) => ({ value: it, label: SOURCE_LABELS[it], count: counts?.sourceCount[it] })),
        ]}
        onChange={(value) => onChange({ source: SOURCES.find((it) => it === value) })}
      />
    </FilterLine>
  )
}

/** `canBeBoth`: archived customers and the others together. */
export function ArchiveFilter({ filter: { archive }, counts, canBeBoth, onChange }: TraitProps & { canBeBoth?: true }) {
  return (
    <FilterLine label={texts.archive}>
      <ChoiceChips
        label={texts.archive}
        value={archive === undefined ? ALL : String(archive)}
        options={[
          ...(canBeBoth ? [{ value: ALL, label: texts.all }] : []),
          { value: 'false', label: texts.notArchived, count: counts?.archiveCount.false },
          { value: 'true', label: texts.archived, count: counts?.archiveCount.true },
        ]}
        onChange={(value) => onChange({ archive: value === ALL ? undefined : value === 'true' })}
      />
    </FilterLine>
  )
}

/** 只看星标, 只看广告进线. */
export function OnlyFilters({ filter: { isStar, ad }, onChange }: TraitProps) {
  return (
    <>
      <SwitchLine
        label={texts.onlyStar}
        isOn={isStar === true}
        onChange={(isOn) => onChange({ isStar: isOn || undefined })}
      />
      <SwitchLine label={texts.onlyAd} isOn={ad === true} onChange={(isOn) => onChange({ ad: isOn || undefined })} />
    </>
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
