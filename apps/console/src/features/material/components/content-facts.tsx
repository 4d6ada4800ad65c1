import type { Material } from '@ruwu/contract'
import { LEAD_FIELD_LABELS } from '@ruwu/domain'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import styles from './content-facts.module.css'
import { AuditState } from './material-cells.tsx'

/** Content created on the platform: read-only. */
export function ContentFacts({ card }: { card: Material }) {
  const facts: [label: string, value: ReactNode][] = [
    [texts.status, <AuditState key="audit" card={card} />],
    [texts.title, card.title],
    [texts.subtitle, card.subtitle],
    [texts.channel, card.channel && texts.channels[card.channel]],
    [texts.number, card.number],
    [texts.fields, card.fields.map((it) => LEAD_FIELD_LABELS[it]).join('、')],
    [texts.button, card.buttonText],
    [texts.link, card.url],
    [texts.platformId, card.platformId],
  ]
  return (
    <>
      <p className={styles.note}>{texts.platformLocked}</p>
      {card.auditStatus === 'rejected' && card.auditReason && (
        <p className={styles.reason}>{texts.rejectedReason(card.auditReason)}</p>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
