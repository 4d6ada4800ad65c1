import { formatNumber, formatPercent } from '@ruwu/domain'
import { conditionsWords, triggerWords } from '../rule-text.ts'
import { texts } from '../texts.ts'
import { useCardNames } from '../use-card-names.ts'
import { RuleActions, RuleSwitch } from './rule-actions.tsx'
import styles from './rule-cards.module.css'
import type { RuleListProps } from './rule-table.tsx'

/** The table on a phone: one card per rule, in order. */
export function RuleCards({ account, rules, canEdit }: RuleListProps) {
  const cardNames = useCardNames(account.relationId)
  return (
    <ol className={styles.cards}>
      {rules.map((rule, index) => (
        <li key={rule.id}>
          <div className={styles.line}>
            <span className={styles.number}>{index + 1}</span>
            <b className="cut">{rule.name}</b>
            <RuleSwitch relationId={account.relationId} rule={rule} canEdit={canEdit} />
          </div>
          <dl className={styles.facts}>
            <dt>{texts.trigger}</dt>
            <dd>{triggerWords(rule.trigger)}</dd>
            <dt>{texts.conditions}</dt>
            <dd>{conditionsWords(rule.conditions)}</dd>
            <dt>{texts.cards}</dt>
            <dd>{cardNames(rule.materialIds)}</dd>
          </dl>
          <div className={styles.line}>
            <span className={styles.numbers}>
              {texts.sent} {formatNumber(rule.sent)} · {texts.rate} {formatPercent(rule.leadRate)}
            </span>
            <RuleActions account={account} rule={rule} index={index} count={rules.length} canEdit={canEdit} />
          </div>
        </li>
      ))}
    </ol>
  )
}
