import type { AutomationRule, RuleStatus } from '@ruwu/contract'
import { actionText, conditionsText, formatNumber, RULE_STATUS_LABELS, ruleEventText } from '@ruwu/domain'
import { Button, buttonClass, confirm, cx, StatusLabel, toast, type Tone, TruncatedText } from '@ruwu/ui'
import { Switch, type TableColumnsType } from 'antd'
import { CircleAlert, CircleStop, Pencil } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useNavigate } from 'react-router'
import { OrderedCards, OrderedTable, RuleName } from '../../../list/ordered-table.tsx'
import { RowMenu } from '../../../list/row-menu.tsx'
import { useEnableRule, useMoveRule, useRemoveRule } from '../automation-rule.mutations.ts'
import { editorPath, useRuleUrl } from '../rule-url.ts'
import { texts } from '../texts.ts'
import styles from './rule-table.module.css'

type RuleListProps = { rules: AutomationRule[]; canEdit: boolean }

const actionsText = ({ actions }: AutomationRule) => actions.map(actionText).join(' → ')
const accountsText = ({ accountIds }: AutomationRule) =>
  accountIds.length === 0 ? texts.allAccounts : texts.someAccounts(accountIds.length)

/** The rules in order; reordered by dragging or through a row's menu. */
export function RuleTable({ rules, canEdit }: RuleListProps) {
  const move = useMoveRule()
  const columns: TableColumnsType<AutomationRule> = [
    { title: texts.name, fixed: 'left', width: 150, render: (_, rule) => <MarkedName rule={rule} /> },
    { title: texts.event, width: 138, render: (_, { event }) => <TruncatedText text={ruleEventText(event)} /> },
    {
      title: texts.conditions,
      width: 152,
      render: (_, { conditions }) => <TruncatedText text={conditionsText(conditions)} />,
    },
    { title: texts.actions, width: 164, render: (_, rule) => <TruncatedText text={actionsText(rule)} /> },
    { title: texts.accounts, width: 84, render: (_, rule) => accountsText(rule) },
    { title: texts.runs, width: 200, align: 'right', render: (_, rule) => <Runs rule={rule} /> },
    { title: texts.status, width: 112, render: (_, rule) => <RuleState rule={rule} canEdit={canEdit} /> },
    {
      title: texts.operations,
      fixed: 'right',
      width: 132,
      align: 'right',
      render: (_, rule, index) => <RuleActions rule={rule} index={index} count={rules.length} canEdit={canEdit} />,
    },
  ]
  return (
    <OrderedTable
      rows={rules}
      columns={columns}
      width={1194}
      canEdit={canEdit}
      isOff={({ status }) => status !== 'on'}
      onMove={move.mutate}
    />
  )
}

export const RuleCards = ({ rules, canEdit }: RuleListProps) => (
  <OrderedCards
    rows={rules}
    renderHead={(rule) => (
      <>
        <MarkedName rule={rule} />
        <RuleState rule={rule} canEdit={canEdit} />
      </>
    )}
    facts={(rule) => [
      [texts.event, ruleEventText(rule.event)],
      [texts.conditions, conditionsText(rule.conditions)],
      [texts.actions, actionsText(rule)],
    ]}
    renderFoot={(rule, index) => ({
      numbers: (
        <>
          {texts.runsShort} <NamedRuns rule={rule} />
        </>
      ),
      actions: <RuleActions rule={rule} index={index} count={rules.length} canEdit={canEdit} />,
    })}
  />
)

const STOPS = { icon: <CircleStop size={14} aria-hidden="true" />, label: texts.stopMark }
const MarkedName = ({ rule: { name, stopOnMatch } }: { rule: AutomationRule }) => (
  <RuleName name={name} mark={stopOnMatch ? STOPS : undefined} />
)

const Runs = ({ rule: { runs7d } }: { rule: AutomationRule }) => (
  <span className={cx(runs7d.fired === 0 && styles.quiet)}>
    {formatNumber(runs7d.fired)} / {formatNumber(runs7d.ok)} / {formatNumber(runs7d.blocked)} /{' '}
    <span className={cx(runs7d.failed > 0 && styles.bad)}>{formatNumber(runs7d.failed)}</span>
  </span>
)

const RUN_COUNTS = ['fired', 'ok', 'blocked', 'failed'] as const

/** Without the head of a column each number has its name; zeros are left out. */
const NamedRuns = ({ rule: { runs7d } }: { rule: AutomationRule }) =>
  RUN_COUNTS.filter((key) => key === 'fired' || runs7d[key] > 0).map((key) => (
    <Fragment key={key}>
      {key !== 'fired' && ' · '}
      <span className={cx(styles.count, key === 'failed' && styles.bad)}>
        {texts.runCounts[key]} {formatNumber(runs7d[key])}
      </span>
    </Fragment>
  ))

const MARKS: Partial<Record<RuleStatus, { tone: Tone; icon: typeof Pencil }>> = {
  draft: { tone: 'quiet', icon: Pencil },
  stopped: { tone: 'error', icon: CircleAlert },
}

/** The switch, with the label of what it cannot show. */
function RuleState({ rule, canEdit }: { rule: AutomationRule; canEdit: boolean }) {
  const enable = useEnableRule()
  const mark = MARKS[rule.status]
  return (
    <span className={styles.state}>
      <Switch
        size="small"
        aria-label={texts.enableLabel(rule.name)}
        checked={enable.isPending ? enable.variables.enabled : rule.status === 'on'}
        loading={enable.isPending}
        disabled={!canEdit}
        onChange={(enabled) => enable.mutate({ rule, enabled })}
      />
      {mark && <StatusLabel {...mark}>{RULE_STATUS_LABELS[rule.status]}</StatusLabel>}
    </span>
  )
}

type RuleActionsProps = { rule: AutomationRule; index: number; count: number; canEdit: boolean }

function RuleActions({ rule, index, count, canEdit }: RuleActionsProps) {
  const { openLog, openTry } = useRuleUrl()
  const navigate = useNavigate()
  const move = useMoveRule()
  const remove = useRemoveRule()
  const moveTo = (to: number) =>
    move.mutate({ rule, from: index, to }, { onSuccess: () => toast.success(texts.moved(rule.name, to + 1)) })

  async function askRemove() {
    if (await confirm({ title: texts.removeTitle(rule.name), content: texts.removeEffect })) remove.mutate(rule)
  }

  return (
    <span className={styles.actions}>
      <Link className={buttonClass({ variant: 'link', size: 'sm' })} to={editorPath({ id: rule.id })}>
        {canEdit ? texts.edit : texts.show}
      </Link>
      <Button variant="link" size="sm" onClick={() => openLog(rule)}>
        {texts.log}
      </Button>
      <RowMenu
        label={`${rule.name} ${texts.more}`}
        title={texts.more}
        entries={{
          try: { label: texts.tryOut, run: () => openTry(rule) },
          ...(canEdit && {
            up: { label: texts.moveUp, disabled: index === 0, run: () => moveTo(index - 1) },
            down: { label: texts.moveDown, disabled: index === count - 1, run: () => moveTo(index + 1) },
            copy: { label: texts.copy, run: () => navigate(editorPath({ copy: rule.id })) },
            remove: { label: texts.remove, danger: true, run: askRemove },
          }),
        }}
      />
    </span>
  )
}
