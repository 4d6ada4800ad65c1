import type { PlanSimulation, ReceptionPlan, RelationId, SimpleAccount } from '@ruwu/contract'
import {
  ASSIGN_MODE_LABELS,
  cellTime,
  CELL_MINUTES,
  formatDateTime,
  HOLIDAY_LABELS,
  nextManualAt,
  packSchedule,
  planPeriodAt,
  WEEKDAYS,
} from '@ruwu/domain'
import { cx, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { DatePicker, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { momentOf, wallTime } from '../../../form/wall-time.ts'
import { useAgents } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import type { FlowChoice } from '../../flow/index.ts'
import { useSimulation } from '../reception-plan.queries.ts'
import { texts } from '../texts.ts'
import { ModeMark, modeClass } from './mode-mark.tsx'
import styles from './simulation.module.css'

type SimulationProps = {
  plans: ReceptionPlan[]
  accounts: SimpleAccount[]
  /** An account of the open plan. */
  preferred: RelationId | undefined
  flows: FlowChoice[]
  isDirty: boolean
}

/** 模拟: who would receive a customer of an account at a time, by the saved plans. */
export function Simulation({ plans, accounts, preferred, flows, isDirty }: SimulationProps) {
  const timeZone = useTimeZone()
  const bound = accounts.filter(({ openStatus }) => openStatus !== 'unbound')
  const [asked, setAsked] = useState<RelationId>()
  const [time, setTime] = useState<Dayjs>(() => wallTime(new Date(), timeZone))
  const relationId = asked ?? preferred ?? bound[0]?.relationId
  const at = momentOf(time, timeZone)
  const { data, error, refetch, isFetching } = useSimulation(relationId, at.toISOString())
  const plan = plans.find(({ id }) => id === data?.planId)
  return (
    <Panel title={texts.simulate} note={texts.simulateHint} refreshing={isFetching}>
      <div className={styles.body}>
        {relationId === undefined ? (
          <p className={styles.hint}>{texts.noAccounts}</p>
        ) : (
          <>
            <Select<RelationId>
              aria-label={texts.account}
              className={styles.wide}
              showSearch={{ optionFilterProp: 'label' }}
              options={bound.map((it) => ({ value: it.relationId, label: it.name }))}
              value={relationId}
              onChange={setAsked}
            />
            <DatePicker
              aria-label={texts.time}
              className={styles.wide}
              showTime={{ format: 'HH:mm', minuteStep: 5 }}
              format="YYYY-MM-DD HH:mm"
              allowClear={false}
              value={time}
              onChange={(value) => value && setTime(value)}
            />
            {error ? (
              <ErrorBlock message={messageOf(error)} onRetry={refetch} />
            ) : data && plan ? (
              <Outcome result={data} plan={plan} at={at} flow={flows.find(({ id }) => id === data.flowId)?.name} />
            ) : (
              <SkeletonRows rows={3} disc={false} />
            )}
            {isDirty && <p className={styles.hint}>{texts.savedOnly}</p>}
          </>
        )}
      </div>
    </Panel>
  )
}

type OutcomeProps = { result: PlanSimulation; plan: ReceptionPlan; at: Date; flow: string | undefined }

function Outcome({ result, plan, at, flow }: OutcomeProps) {
  const { mode, aiOffReason, welcome } = result
  const schedule = packSchedule(plan)
  const period = planPeriodAt(schedule, at)
  const reason = aiOffReason === 'points' || aiOffReason === 'error' ? texts.reasons[aiOffReason] : undefined
  return (
    <>
      <output className={cx(styles.result, modeClass(mode))}>
        <small>{texts.received}</small>
        <b>
          <ModeMark mode={mode} size="bare" /> {texts.by(flow ? texts.byFlow(flow) : texts.byMode[mode])}
        </b>
        {reason && <small>{reason}</small>}
      </output>
      <dl className={styles.why}>
        <dt>{texts.plan}</dt>
        <dd>{plan.name}</dd>
        <dt>{texts.period}</dt>
        <dd>
          {WEEKDAYS[period.weekday]} {cellTime(period.from / CELL_MINUTES)}–{cellTime(period.to / CELL_MINUTES)}，
          {period.holiday ? `${texts.holiday} ${HOLIDAY_LABELS[period.holiday]}` : texts.noHoliday}
        </dd>
        <dt>{texts.welcome}</dt>
        <dd>
          {welcome?.sent ? texts.welcomeParts(welcome.delaySec, welcome.sent) : texts.welcomeNone}
          {welcome && welcome.sent < welcome.parts.length && texts.welcomeCut(welcome.parts.length, welcome.sent)}
        </dd>
        <dt>{texts.assign}</dt>
        <dd>
          <Assignment result={result} plan={plan} at={at} />
        </dd>
      </dl>
    </>
  )
}

function Assignment({ result, plan, at }: { result: PlanSimulation; plan: ReceptionPlan; at: Date }) {
  const { data: agents } = useAgents()
  const { assignMode, agentId } = result
  const name = agents?.find(({ id }) => id === agentId)?.name
  const label = ASSIGN_MODE_LABELS[assignMode]
  const words =
    assignMode === 'manual' ? texts.assignManual : name ? texts.assignNow(label, name) : texts.assignNobody(label)
  const from = nextManualAt(packSchedule(plan), at)
  const isLater = from !== null && from > at
  return isLater ? texts.assignFrom(formatDateTime(from.toISOString(), plan.timezone), words) : words
}

/** The picker shows the enterprise's time zone, not the computer's. */
