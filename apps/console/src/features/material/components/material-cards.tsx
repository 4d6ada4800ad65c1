import { formatNumber, formatPercent } from '@ruwu/domain'
import { CutText } from '@ruwu/ui'
import { rateOf } from '../card-rate.ts'
import { texts } from '../texts.ts'
import { MaterialActions } from './material-actions.tsx'
import styles from './material-cards.module.css'
import { AuditState, EnableSwitch, Thumbnail } from './material-cells.tsx'
import type { MaterialListProps } from './material-table.tsx'

/** The table on a phone: one card per row. */
export function MaterialCards({ cards, canEdit, canRemove }: MaterialListProps) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.id}>
          <div className={styles.line}>
            <Thumbnail card={card} />
            <span className={styles.words}>
              <b>
                <CutText text={card.name} />
              </b>
              <AuditState card={card} />
            </span>
            <EnableSwitch card={card} canEdit={canEdit} />
          </div>
          <p className={styles.meta}>
            <span>
              {texts.sent} {formatNumber(card.sent)}
            </span>
            <span>
              {card.type === 'contact' ? texts.copied : texts.clicked} {formatNumber(card.clicked)}
            </span>
            <span>
              {texts.submitted} {formatNumber(card.submitted)}
            </span>
            <span>
              {texts.rate} {formatPercent(rateOf(card))}
            </span>
          </p>
          <MaterialActions card={card} canEdit={canEdit} canRemove={canRemove} />
        </li>
      ))}
    </ul>
  )
}
