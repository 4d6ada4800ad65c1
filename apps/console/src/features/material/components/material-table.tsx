import type { Material } from '@ruwu/contract'
import { formatDateTime, formatNumber, formatPercent } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useTimeZone } from '../../enterprise/index.ts'
import { rateOf } from '../card-facts.ts'
import { texts } from '../texts.ts'
import { MaterialActions } from './material-actions.tsx'
import { AuditState, EnableSwitch, Thumbnail } from './material-cells.tsx'
import styles from './material-table.module.css'

export type MaterialListProps = { cards: Material[]; canEdit: boolean; canRemove: boolean }

export function MaterialTable({ cards, canEdit, canRemove }: MaterialListProps) {
  const timeZone = useTimeZone()
  const isContact = cards[0]?.type === 'contact'
  const columns: TableColumnsType<Material> = [
    {
      title: texts.name,
      fixed: 'left',
      width: 260,
      render: (_, card) => (
        <span className={styles.card}>
          <Thumbnail card={card} />
          <TruncatedText text={card.name} />
        </span>
      ),
    },
    { title: texts.platformId, width: 150, render: (_, { platformId }) => <TruncatedText text={platformId} /> },
    { title: texts.status, width: 104, render: (_, card) => <AuditState card={card} /> },
    { title: texts.sent, width: 72, align: 'right', render: (_, { sent }) => <Count value={sent} /> },
    {
      title: isContact ? texts.copied : texts.clicked,
      width: 72,
      align: 'right',
      render: (_, { clicked }) => <Count value={clicked} />,
    },
    { title: texts.submitted, width: 72, align: 'right', render: (_, card) => <Count value={card.submitted} /> },
    { title: texts.rate, width: 84, align: 'right', render: (_, card) => <Rate value={rateOf(card)} /> },
    { title: texts.updatedAt, width: 136, render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone) },
    { title: texts.enabled, width: 68, render: (_, card) => <EnableSwitch card={card} canEdit={canEdit} /> },
    {
      title: texts.actions,
      fixed: 'right',
      width: canRemove ? 104 : 68,
      render: (_, card) => <MaterialActions card={card} canEdit={canEdit} canRemove={canRemove} />,
    },
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={cards}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1122 }}
    />
  )
}

const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? styles.quiet : undefined}>{formatNumber(value)}</span>
)

const Rate = ({ value }: { value: number }) => (
  <span className={value <= 0 ? styles.quiet : undefined}>{formatPercent(value)}</span>
)
