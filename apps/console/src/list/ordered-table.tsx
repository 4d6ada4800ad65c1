import { cx, TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { DragGrip } from './drag-grip.tsx'
import { texts } from './texts.ts'
import { useRowDrag } from './use-row-drag.ts'
import styles from './ordered-table.module.css'

type Named = { id: string; name: string }

type OrderedTableProps<T> = {
  rows: readonly T[]
  /** Behind the order. */
  columns: TableColumnsType<T>
  /** Of all columns together. */
  width: number
  canEdit: boolean
  isOff: (row: T) => boolean
  onMove: (move: { rule: T; from: number; to: number }) => void
}

/** Rules in the order in which they are evaluated; dragged by their handle, or moved through a row's menu. */
export function OrderedTable<T extends Named>({ rows, columns, width, canEdit, isOff, onMove }: OrderedTableProps<T>) {
  const { rowProps, grip } = useRowDrag({
    ids: rows.map(({ id }) => id),
    onMove: (from, to) => rows[from] && onMove({ rule: rows[from], from, to }),
    marks: { before: styles.before, after: styles.after },
  })
  const order: TableColumnsType<T>[number] = {
    title: texts.order,
    fixed: 'left',
    width: 62,
    render: (_, { name }: T, index) => (
      <span className={styles.order}>
        {canEdit && <DragGrip title={texts.dragNamed(name)} {...grip(index)} />}
        {index + 1}
      </span>
    ),
  }
  return (
    <Table
      rowKey="id"
      columns={[order, ...columns]}
      dataSource={[...rows]}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: width }}
      rowClassName={(row) => cx(isOff(row) && styles.off)}
      onRow={(_, index = 0) => (canEdit ? rowProps(index) : {})}
    />
  )
}

/** A rule's name, with a mark of what is special about it. */
export const RuleName = ({ name, mark }: { name: string; mark?: { icon: ReactNode; label: string } | undefined }) => (
  <span className={styles.name}>
    <TruncatedText text={name} />
    {mark && (
      <span className={styles.mark} title={mark.label}>
        {mark.icon}
        <span className="sr-only">{mark.label}</span>
      </span>
    )}
  </span>
)

type OrderedCardsProps<T> = {
  rows: readonly T[]
  /** Name and switch. */
  renderHead: (row: T) => ReactNode
  facts: (row: T) => readonly (readonly [label: string, text: string])[]
  renderFoot: (row: T, index: number) => { numbers: ReactNode; actions: ReactNode }
}

/** The table on a phone: one card per rule, in order. */
export const OrderedCards = <T extends Named>({ rows, renderHead, facts, renderFoot }: OrderedCardsProps<T>) => (
  <ol className={styles.cards}>
    {rows.map((row, index) => {
      const { numbers, actions } = renderFoot(row, index)
      return (
        <li key={row.id}>
          <div className={styles.line}>
            <span className={styles.number}>{index + 1}</span>
            {renderHead(row)}
          </div>
          <dl className={styles.facts}>
            {facts(row).map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.line}>
            <span className={styles.numbers}>{numbers}</span>
            {actions}
          </div>
        </li>
      )
    })}
  </ol>
)
