import type { CardRule, CardRuleLogItem } from '@ruwu/contract'
import { formatDateTimeSeconds } from '@ruwu/domain'
import { Empty, ErrorBlock, SideSheet, SkeletonRows, StatusLabel, type Tone } from '@ruwu/ui'
import { Check, CircleAlert, CircleMinus, Hand, ScrollText, type LucideIcon } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCardRuleLog } from '../card-rule.queries.ts'
import { texts } from '../texts.ts'
import styles from './rule-log.module.css'

/** Cards the rule sent or failed to send. */
export function RuleLog({ rule, onClose }: { rule: CardRule; onClose: () => void }) {
  const log = useCardRuleLog(rule.id)
  return (
    <SideSheet title={texts.logTitle(rule.name)} width="lg" onClose={onClose}>
      {log.error && !log.data ? (
        <ErrorBlock message={messageOf(log.error)} onRetry={log.refetch} />
      ) : !log.data ? (
        <SkeletonRows rows={8} disc={false} />
      ) : log.data.length === 0 ? (
        <Empty icon={ScrollText} text={texts.logNone} />
      ) : (
        <>
          <LogItems items={log.data} />
          {log.hasNextPage && (
            <MoreButton isFetching={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()} />
          )}
        </>
      )}
    </SideSheet>
  )
}

const looks: Record<CardRuleLogItem['result'], { tone: Tone; icon: LucideIcon }> = {
  sent: { tone: 'success', icon: Check },
  failed: { tone: 'error', icon: CircleAlert },
  blocked: { tone: 'warning', icon: Hand },
  skipped: { tone: 'quiet', icon: CircleMinus },
}

function LogItems({ items }: { items: CardRuleLogItem[] }) {
  const timeZone = useTimeZone()
  return (
    <ol className={styles.items}>
      {items.map(({ at, customerId, customerName, materialName, result, error }) => (
        <li key={`${at} ${customerId}`}>
          <p>
            <b className="cut">{customerName}</b>
            <StatusLabel {...looks[result]}>{texts.logResults[result]}</StatusLabel>
          </p>
          <p>
            <span className="cut">{materialName}</span>
            <time dateTime={at}>{formatDateTimeSeconds(at, timeZone)}</time>
          </p>
          {error && <p className={result === 'failed' ? styles.error : styles.reason}>{error}</p>}
        </li>
      ))}
    </ol>
  )
}
