import type { CustomerFilter } from '@ruwu/contract'
import { Segmented } from 'antd'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import styles from './select-filter.module.css'
import { TagSelect } from './tag-select.tsx'

const modes = (['any', 'all'] as const).map((value) => ({ value, label: texts.tagModes[value] }))

/** Customers with any of the tags, or with all of them. */
export function TagFilter({ filter, onChange }: { filter: CustomerFilter; onChange: ChangeFilter }) {
  return (
    <div className={styles.tags}>
      <TagSelect
        label={texts.tags}
        placeholder={texts.tagsHint}
        value={filter.tagIds ?? []}
        onChange={(tagIds) => onChange({ tagIds })}
      />
      <Segmented
        aria-label={texts.tagMode}
        options={modes}
        value={filter.tagMode}
        disabled={!filter.tagIds?.length}
        onChange={(tagMode) => onChange({ tagMode })}
      />
    </div>
  )
}
