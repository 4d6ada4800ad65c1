import type { Knowledge } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS, formatDateTime } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useSearchParams } from 'react-router'
import { useTimeZone } from '../../enterprise/index.ts'
import { withEntry } from '../knowledge-url.ts'
import { texts } from '../texts.ts'
import { HitsButton } from './hits-button.tsx'
import { KnowledgeActions } from './knowledge-actions.tsx'
import { EnableSwitch, LearnState } from './knowledge-cells.tsx'
import styles from './knowledge-table.module.css'

export type KnowledgeListProps = { entries: Knowledge[]; canEdit: boolean }

export function KnowledgeTable({ entries, canEdit }: KnowledgeListProps) {
  const timeZone = useTimeZone()
  const columns: TableColumnsType<Knowledge> = [
    { title: texts.title, fixed: 'left', width: 146, render: (_, entry) => <TitleButton entry={entry} /> },
    { title: texts.type, width: 92, render: (_, { type }) => KNOWLEDGE_TYPE_LABELS[type] },
    { title: texts.origin, width: 80, render: (_, { origin }) => <TruncatedText text={origin} /> },
    { title: texts.status, width: 104, render: (_, entry) => <LearnState entry={entry} /> },
    { title: texts.hits, width: 74, align: 'right', render: (_, entry) => <HitsButton entry={entry} /> },
    {
      title: texts.updatedBy,
      width: 88,
      render: (_, entry) => <TruncatedText text={entry.updatedByName || texts.system} />,
    },
    { title: texts.updatedAt, width: 136, render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone) },
    {
      title: texts.enabled,
      fixed: 'right',
      width: 52,
      render: (_, entry) => <EnableSwitch entry={entry} canEdit={canEdit} />,
    },
    {
      title: <span className="sr-only">{texts.actions}</span>,
      fixed: 'right',
      width: 48,
      render: (_, entry) => <KnowledgeActions entry={entry} canEdit={canEdit} />,
    },
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={entries}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 820 }}
    />
  )
}

/** The title opens the entry. */
export function TitleButton({ entry: { id, title } }: { entry: Pick<Knowledge, 'id' | 'title'> }) {
  const [, setSearch] = useSearchParams()
  return (
    <button type="button" className={styles.title} onClick={() => setSearch((old) => withEntry(old, { id }))}>
      <TruncatedText text={title} />
    </button>
  )
}
