import type { AccountDetail, CardRule, MaterialId, RelationId } from '@ruwu/contract'
import { formatNumber, formatPercent, NO_VALUE } from '@ruwu/domain'
import { TruncatedText, cx } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { CornerRightDown } from 'lucide-react'
import { DragGrip } from '../../../list/drag-grip.tsx'
import { useRowDrag } from '../../../list/use-row-drag.ts'
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
  const { rowProps, grip } = useRowDrag({
    ids: rules.map(({ id }) => id),
    onMove: (from, to) => rules[from] && move.mutate({ rule: rules[from], from, to }),
    marks: { before: styles.before, after: styles.after },
  })
  const columns: TableColumnsType<CardRule> = [
    {
      title: texts.order,
      fixed: 'left',
      width: 62,
      render: (_, rule, index) => (
        <span className={styles.order}>
          {canEdit && <DragGrip title={texts.drag(rule.name)} {...grip(index)} />}
          {index + 1}
        </span>
      ),
    },
    {
      title: texts.name,
      fixed: 'left',
      width: 146,
      render: (_, rule) => (
        <span className={styles.name}>
          <TruncatedText text={rule.name} />
          {rule.continue && (
            <span className={styles.continue} title={texts.continueMark}>
              <CornerRightDown size={14} aria-hidden="true" />
              <span className="sr-only">{texts.continueMark}</span>
            </span>
          )}
        </span>
      ),
    },
    { title: texts.trigger, width: 158, render: (_, { trigger }) => <TruncatedText text={triggerText(trigger)} /> },
    {
      title: texts.conditions,
      width: 132,
      render: (_, { conditions }) => (
        <span className={conditions.length === 0 ? styles.quiet : undefined}>
          <TruncatedText text={conditionsText(conditions)} />
        </span>
      ),
    },
    { title: texts.cards, width: 138, render: (_, { materialIds }) => <TruncatedText text={cardNames(materialIds)} /> },
    {
      title: <span title={texts.frequencyHint}>{texts.frequency}</span>,
      width: 110,
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
    <Table
      rowKey="id"
      columns={columns}
      dataSource={rules}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1256 }}
      rowClassName={(rule) => cx(!rule.enabled && styles.off)}
      onRow={(_, index = 0) => (canEdit ? rowProps(index) : {})}
    />
  )
}

const Count = ({ value, isBad = false }: { value: number; isBad?: boolean }) => (
  <span className={cx(value === 0 ? styles.quiet : isBad && styles.bad)}>{formatNumber(value)}</span>
)

/** Label for the cards of a rule: the name of a single one, or how many rotate. */
export function useCardNames(relationId: RelationId) {
  const { data: cards } = useMaterialChoices(relationId)
  return (ids: readonly MaterialId[]): string => {
    if (!cards) return NO_VALUE
    const names = ids.map((id) => cards.find((it) => it.id === id)?.name ?? texts.goneCard)
    return names.length === 1 ? (names[0] ?? NO_VALUE) : `${names.join('、')}（${texts.rotated(names.length)}）`
  }
}
