import { KNOWLEDGE_TYPE_LABELS, formatDateTime } from '@ruwu/domain'
import { Chip } from '@ruwu/ui'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { HitsButton } from './hits-button.tsx'
import { KnowledgeActions } from './knowledge-actions.tsx'
import styles from './knowledge-cards.module.css'
import { EnableSwitch, LearnState } from './knowledge-cells.tsx'
import { TitleButton, type KnowledgeListProps } from './knowledge-table.tsx'

/** The table on a phone: one card per entry. */
export function KnowledgeCards({ entries, canEdit }: KnowledgeListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div className={styles.line}>
            <TitleButton entry={entry} />
            <EnableSwitch entry={entry} canEdit={canEdit} />
            <KnowledgeActions entry={entry} canEdit={canEdit} />
          </div>
          <div className={styles.line}>
            <Chip>{KNOWLEDGE_TYPE_LABELS[entry.type]}</Chip>
            <LearnState entry={entry} />
          </div>
          <p className={styles.meta}>
            <span className="cut">{entry.origin}</span>
            <span>
              {texts.hits} <HitsButton entry={entry} />
            </span>
            <span>
              {entry.updatedByName || texts.system} {formatDateTime(entry.updatedAt, timeZone)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
