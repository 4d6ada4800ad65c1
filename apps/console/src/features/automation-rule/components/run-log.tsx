import type { ActionResult, AutomationRule, RuleRun } from '@ruwu/contract'
import { ACTION_RESULT_LABELS, formatDateTimeSeconds } from '@ruwu/domain'
import { Empty, ErrorBlock, SideSheet, SkeletonRows, StatusLabel, type Tone } from '@ruwu/ui'
import { Check, CircleAlert, CircleMinus, Hand, type LucideIcon, ScrollText } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useRuleLog } from '../automation-rule.queries.ts'
import { texts } from '../texts.ts'
import styles from './run-log.module.css'

/** Runs of a rule with the outcome of each action. */
export function RunLog({ rule, onClose }: { rule: AutomationRule; onClose: () => void }) {
  const log = useRuleLog(rule.id)
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
          <ol className={styles.runs}>
            {log.data.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ol>
          {log.hasNextPage && (
            <MoreButton isFetching={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()} />
          )}
        </>
      )}
    </SideSheet>
  )
}

const looks: Record<ActionResult, { tone: Tone; icon: LucideIcon }> = {
  done: { tone: 'success', icon: Check },
  failed: { tone: 'error', icon: CircleAlert },
  blocked: { tone: 'warning', icon: Hand },
  skipped: { tone: 'quiet', icon: CircleMinus },
}

const Result = ({ result }: { result: ActionResult }) => (
  <StatusLabel {...looks[result]}>{ACTION_RESULT_LABELS[result]}</StatusLabel>
)

function Run({ run: { at, customerName, result, ms, actions } }: { run: RuleRun }) {
  const timeZone = useTimeZone()
  return (
    <li>
      <p className={styles.head}>
        <b className="cut">{customerName}</b>
        <Result result={result} />
      </p>
      <p className={styles.meta}>
        <time dateTime={at}>{formatDateTimeSeconds(at, timeZone)}</time>
        <span>{texts.took(ms)}</span>
      </p>
      <ol className={styles.actions}>
        {actions.map(({ text, result: each, error }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a run's actions never change
          <li key={index}>
            <span>{text}</span>
            <Result result={each} />
            {error && <small>{error}</small>}
          </li>
        ))}
      </ol>
    </li>
  )
}
