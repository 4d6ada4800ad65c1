import { PLAN_CELLS, type PlanMode, type ReceptionPlanFields } from '@ruwu/contract'
import {
  accountModeAt,
  CELL_MINUTES,
  cellTime,
  minuteOfDay,
  packSchedule,
  paintCells,
  planPeriodAt,
  WEEKDAYS,
  weeklyHours,
} from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { zoneOptions } from '../../enterprise/index.ts'
import type { FlowChoice } from '../../flow/index.ts'
import { texts } from '../texts.ts'
import { HolidayRow } from './holiday-row.tsx'
import { ModeMark } from './mode-mark.tsx'
import type { BlockProps } from './plan-editor.tsx'
import styles from './schedule-block.module.css'
import { WeekGrid } from './week-grid.tsx'

/** Modes to paint with; a flow only where one is published. */
const brushesOf = ([first]: FlowChoice[]): PlanMode[] => [
  { mode: 'ai_agent' },
  { mode: 'manual' },
  ...(first ? [{ mode: 'workflow' as const, flowId: first.id }] : []),
]

/** 时间表: the painted week, the same by choosing times, its sums, holidays and time zone. */
export function ScheduleBlock({ draft, errors, disabled, now, flows, onChange }: BlockProps) {
  const [brush, setBrush] = useState<PlanMode>({ mode: 'manual' })
  const schedule = packSchedule(draft)
  const { weekday } = planPeriodAt(schedule, now)
  const minute = minuteOfDay(now, draft.timezone)
  const present = accountModeAt(schedule, 'open', now)
  const paint = (grid: ReceptionPlanFields['grid']) => onChange({ grid })
  const flowOf = (mode: PlanMode) =>
    mode.mode === 'workflow' ? flows.find(({ id }) => id === mode.flowId)?.name : undefined
  const brushes = brushesOf(flows)
  return (
    <section className={styles.block} aria-label={texts.fields.grid}>
      <header className={styles.head}>
        <h3>{texts.fields.grid}</h3>
        {!disabled && (
          <Segmented
            aria-label={texts.brush}
            value={brush.mode}
            options={brushes.map(({ mode }) => ({ value: mode, label: <ModeMark mode={mode} /> }))}
            onChange={(mode) => setBrush(brushes.find((it) => it.mode === mode) ?? brush)}
          />
        )}
        {!disabled && brush.mode === 'workflow' && (
          <Select
            aria-label={texts.flow}
            className={styles.flow}
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            options={flows.map(({ id, name }) => ({ value: id, label: name }))}
            value={brush.flowId}
            onChange={(flowId) => setBrush({ mode: 'workflow', flowId })}
          />
        )}
        <Select
          aria-label={texts.fields.timezone}
          className={styles.zone}
          size="small"
          disabled={disabled}
          showSearch={{ optionFilterProp: 'label' }}
          options={zoneOptions(draft.timezone, now)}
          value={draft.timezone}
          onChange={(timezone) => onChange({ timezone })}
        />
      </header>
      {!disabled && <p className={styles.hint}>{texts.gridHint}</p>}
      <WeekGrid
        grid={draft.grid}
        brush={brush}
        disabled={disabled}
        now={{ day: weekday, cell: minute / CELL_MINUTES }}
        flowOf={flowOf}
        onPaint={paint}
      />
      {errors.grid && (
        <p className={styles.error} role="alert">
          {errors.grid}
        </p>
      )}
      <p className={styles.sums}>
        <span>{texts.weekly}</span>
        {weeklyHours(draft.grid).map(({ mode, hours }) => (
          <span key={mode.mode === 'workflow' ? mode.flowId : mode.mode}>
            <ModeMark mode={mode.mode} flow={flowOf(mode)} /> <b>{texts.hours(hours)}</b>
          </span>
        ))}
        <span className={styles.now}>
          {texts.now(WEEKDAYS[weekday] ?? '', clockText(minute), flowOf(present) ?? texts.modes[present.mode])}
        </span>
      </p>
      {!disabled && <PeriodFields brush={brush} onApply={(area) => paint(paintCells(draft.grid, area, brush))} />}
      <HolidayRow
        holidays={draft.holidays}
        error={errors.holidays}
        disabled={disabled}
        onChange={(holidays) => onChange({ holidays })}
      />
    </section>
  )
}

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const DAY_OPTIONS = WEEKDAYS.map((label, value) => ({ value, label }))
const TIME_OPTIONS = Array.from({ length: PLAN_CELLS + 1 }, (_cell, value) => ({ value, label: cellTime(value) }))

type Area = { days: [number, number]; cells: [number, number] }

/** The same painting by choosing days and times: for keyboards, screen readers and small screens. */
function PeriodFields({ brush, onApply }: { brush: PlanMode; onApply: (area: Area) => void }) {
  const [firstDay, setFirstDay] = useState(0)
  const [lastDay, setLastDay] = useState(4)
  const [from, setFrom] = useState(18)
  const [to, setTo] = useState(36)
  return (
    <fieldset className={styles.byTime}>
      <legend className="sr-only">{texts.byTime}</legend>
      <span aria-hidden="true">{texts.byTime}</span>
      <Select
        aria-label={`${texts.days} ${texts.from}`}
        size="small"
        options={DAY_OPTIONS}
        value={firstDay}
        onChange={setFirstDay}
      />
      {texts.until}
      <Select
        aria-label={`${texts.days} ${texts.to}`}
        size="small"
        options={DAY_OPTIONS}
        value={lastDay}
        onChange={setLastDay}
      />
      <Select
        aria-label={texts.from}
        size="small"
        options={TIME_OPTIONS.slice(0, -1)}
        value={from}
        onChange={(value) => {
          setFrom(value)
          setTo((old) => Math.max(old, value + 1))
        }}
      />
      {texts.until}
      <Select
        aria-label={texts.to}
        size="small"
        options={TIME_OPTIONS.filter(({ value }) => value > from)}
        value={to}
        onChange={setTo}
      />
      <ModeMark mode={brush.mode} />
      <Button size="sm" onClick={() => onApply({ days: [firstDay, lastDay], cells: [from, to - 1] })}>
        {texts.apply}
      </Button>
    </fieldset>
  )
}
