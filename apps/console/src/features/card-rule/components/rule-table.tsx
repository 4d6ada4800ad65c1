import type { AccountDetail, CardRule, MaterialId, RelationId } from '@ruwu/contract'
import { formatNumber, formatPercent, NO_VALUE } from '@ruwu/domain'
import { TruncatedText, cx } from '@ruwu/ui'
import type { TableColumnsType } from 'antd'
import { CornerRightDown } from 'lucide-react'
import { OrderedCards, OrderedTable, RuleName } from '../../../list/ordered-table.tsx'
import { useMaterialChoices } from '../../material/index.ts'
import { useMoveRule } from '../card-rule.mutations.ts'
import { conditionsText, triggerText } from '../rule-text.ts'
import { texts } from '../texts.ts'
import { RuleActions, RuleSwitch } from './rule-actions.tsx'
import styles from './rule-table.module.css'

export type RuleListProps = { account: AccountDetail; rules: CardRule[]; canEdit: boolean }

/** The rules in order; reordered by dragging or through a row's menu. */
export function RuleTable({ account, rules, canEdit }: RuleListProps) {
  const cardNames = useCardNames(account.relationId)
  const move = useMoveRule(account.relationId)
  const columns: TableColumnsType<CardRule> = [
    { title: texts.name, fixed: 'left', width: 136, render: (_, rule) => <MarkedName rule={rule} /> },
    { title: texts.trigger, width: 142, render: (_, { trigger }) => <TruncatedText text={triggerText(trigger)} /> },
    {
      title: texts.conditions,
      width: 116,
      render: (_, { conditions }) => (
        <span className={conditions.length === 0 ? styles.quiet : undefined}>
          <TruncatedText text={conditionsText(conditions)} />
        </span>
      ),
    },
    { title: texts.cards, width: 124, render: (_, { materialIds }) => <TruncatedText text={cardNames(materialIds)} /> },
    {
      title: <span title={texts.frequencyHint}>{texts.frequency}</span>,
      width: 104,
      render: (_, rule) => texts.frequencyOf(rule.maxPerCustomer, rule.intervalHours),
    },
    { title: texts.sent, width: 62, align: 'right', render: (_, { sent }) => <Count value={sent} /> },
    { title: texts.clicked, width: 74, align: 'right', render: (_, { clicked }) => <Count value={clicked} /> },
    { title: texts.submitted, width: 54, align: 'right', render: (_, rule) => <Count value={rule.submitted} /> },
    {
      title: <span title={texts.blockedHint}>{texts.blocked}</span>,
      width: 62,
      align: 'right',
      render: (_, { blocked }) => <Count value={blocked} isBad />,
    },
    {
      title: <span title={texts.rateHint}>{texts.rate}</span>,
      width: 72,
      align: 'right',
      render: (_, { leadRate }) => (
        <span className={leadRate <= 0 ? styles.quiet : undefined}>{formatPercent(leadRate)}</span>
      ),
    },
    {
      title: texts.enabled,
      width: 56,
      render: (_, rule) => <RuleSwitch relationId={account.relationId} rule={rule} canEdit={canEdit} />,
    },
    {
      title: texts.actions,
      fixed: 'right',
      width: canEdit ? 130 : 70,
      align: 'right',
      render: (_, rule, index) => (
        <RuleActions account={account} rule={rule} index={index} count={rules.length} canEdit={canEdit} />
      ),
    },
  ]
  return (
    <OrderedTable
      rows={rules}
      columns={columns}
      width={1194}
      canEdit={canEdit}
      isOff={({ enabled }) => !enabled}
      onMove={move.mutate}
    />
  )
}

/** The table on a phone. */
export function RuleCards({ account, rules, canEdit }: RuleListProps) {
  const cardNames = useCardNames(account.relationId)
  return (
    <OrderedCards
      rows={rules}
      renderHead={(rule) => (
        <>
          <MarkedName rule={rule} />
          <RuleSwitch relationId={account.relationId} rule={rule} canEdit={canEdit} />
        </>
      )}
      facts={(rule) => [
        [texts.trigger, triggerText(rule.trigger)],
        [texts.conditions, conditionsText(rule.conditions)],
        [texts.cards, cardNames(rule.materialIds)],
      ]}
      renderFoot={(rule, index) => ({
        numbers: (
          <>
            {texts.sent} {formatNumber(rule.sent)} ·{' '}
            {rule.blocked > 0 && `${texts.blocked} ${formatNumber(rule.blocked)} · `}
            {texts.rate} {formatPercent(rule.leadRate)}
          </>
        ),
        actions: <RuleActions account={account} rule={rule} index={index} count={rules.length} canEdit={canEdit} />,
      })}
    />
  )
}

const CONTINUES = { icon: <CornerRightDown size={14} aria-hidden="true" />, label: texts.continueMark }
const MarkedName = ({ rule: { name, continue: goesOn } }: { rule: CardRule }) => (
  <RuleName name={name} mark={goesOn ? CONTINUES : undefined} />
)

const Count = ({ value, isBad = false }: { value: number; isBad?: boolean }) => (
  <span className={cx(value === 0 ? styles.quiet : isBad && styles.bad)}>{formatNumber(value)}</span>
)

/** Label for the cards of a rule: the name of a single one, or how many rotate. */
function useCardNames(relationId: RelationId) {
  const { data: cards } = useMaterialChoices(relationId)
  return (ids: readonly MaterialId[]): string => {
    if (!cards) return NO_VALUE
    const names = ids.map((id) => cards.find((it) => it.id === id)?.name ?? texts.goneCard)
    return names.length === 1 ? (names[0] ?? NO_VALUE) : `${names.join('、')}（${texts.rotated(names.length)}）`
  }
}
