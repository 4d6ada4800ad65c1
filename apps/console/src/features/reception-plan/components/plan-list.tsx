import type { PlanId, ReceptionPlan } from '@ruwu/contract'
import { ASSIGN_MODE_LABELS, formatNumber, runsOf, scheduleSummary } from '@ruwu/domain'
import { Chip, cx, Panel, TruncatedText } from '@ruwu/ui'
import { usePublishedFlows } from '../../flow/index.ts'
import { texts } from '../texts.ts'
import styles from './plan-list.module.css'

type PlanListProps = {
  plans: ReceptionPlan[]
  chosen: PlanId | null
  isNew: boolean
  onOpen: (id: PlanId) => void
}

/** The plans with their week, accounts, assignment and hits of today. */
export function PlanList({ plans, chosen, isNew, onOpen }: PlanListProps) {
  return (
    <Panel title={texts.plans} note={texts.count(plans.length)} className={styles.panel}>
      <ul className={styles.list}>
        {isNew && (
          <li>
            <span className={cx(styles.row, styles.on)}>
              <span className={styles.name}>{texts.isNew}</span>
              <span className={styles.meta}>{texts.notSaved}</span>
            </span>
          </li>
        )}
        {plans.map((plan) => (
          <li key={plan.id}>
            <button
              type="button"
              className={cx(styles.row, plan.id === chosen && styles.on, !plan.enabled && styles.off)}
              aria-current={plan.id === chosen ? 'true' : undefined}
              onClick={() => onOpen(plan.id)}
            >
              <span className={styles.name}>
                <TruncatedText text={plan.name} />
                {plan.isDefault && <Chip>{texts.isDefault}</Chip>}
                {!plan.enabled && <Chip>{texts.isOff}</Chip>}
              </span>
              <WeekBar plan={plan} />
              <span className={styles.meta}>
                <span>{plan.isDefault ? texts.defaultAccounts : texts.accountCount(plan.accountIds.length)}</span>
                <span>{ASSIGN_MODE_LABELS[plan.assign.mode]}</span>
                <span className={styles.hits}>{texts.hits(plan.enabled ? formatNumber(plan.hitsToday) : '--')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.note}</p>
    </Panel>
  )
}

/** 时段摘要: Monday's periods in small; the whole week in words. */
function WeekBar({ plan }: { plan: ReceptionPlan }) {
  const flows = usePublishedFlows()
  const summary = scheduleSummary(plan.grid, (flowId) => flows.find(({ id }) => id === flowId)?.name)
  return (
    <>
      <span className={styles.bar} aria-hidden="true" title={summary}>
        {runsOf(plan.grid[0] ?? []).map((run) => (
          <i key={run.from} className={styles[run.mode.mode]} style={{ flexGrow: run.to - run.from }} />
        ))}
      </span>
      <span className="sr-only">{summary}</span>
    </>
  )
}
