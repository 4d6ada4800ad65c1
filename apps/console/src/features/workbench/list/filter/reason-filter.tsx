import { AI_OFF_REASONS, RECEPTION_TYPES, type CustomerFilter } from '@ruwu/contract'
import { AI_OFF_REASON_LABELS, RECEPTION_TYPE_LABELS } from '@ruwu/domain'
import { Select } from 'antd'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import { FilterLine } from './filter-line.tsx'
import styles from './select-filter.module.css'

type ReasonFilterProps = { filter: CustomerFilter; onChange: ChangeFilter }

/** Filters set by URL only (links of the home page), shown so that they can be removed. */
export function ReasonFilter({ filter, onChange }: ReasonFilterProps) {
  return (
    <>
      {filter.receptionType && (
        <FilterLine label={texts.receptionType}>
          <Select
            aria-label={texts.receptionType}
            className={styles.select}
            allowClear
            value={filter.receptionType}
            options={RECEPTION_TYPES.map((value) => ({ value, label: RECEPTION_TYPE_LABELS[value] }))}
            onChange={(receptionType) => onChange({ receptionType })}
          />
        </FilterLine>
      )}
      {filter.offReason && (
        <FilterLine label={texts.offReason}>
          <Select
            aria-label={texts.offReason}
            className={styles.select}
            allowClear
            value={filter.offReason}
            options={AI_OFF_REASONS.map((value) => ({ value, label: AI_OFF_REASON_LABELS[value] }))}
            onChange={(offReason) => onChange({ offReason })}
          />
        </FilterLine>
      )}
    </>
  )
}
