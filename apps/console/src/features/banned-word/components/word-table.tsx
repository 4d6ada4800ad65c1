import { BANNED_WORD_SORTS, type BannedWord } from '@ruwu/contract'
import {
  formatDateTime,
  formatNumber,
  WORD_CATEGORY_LABELS,
  WORD_LEVEL_LABELS,
  WORD_MATCH_LABELS,
  WORD_SOURCE_LABELS,
} from '@ruwu/domain'
import { Button, confirm, StatusLabel, type Tone, TruncatedText } from '@ruwu/ui'
import { Switch, Table, type TableColumnsType } from 'antd'
import { useIsPhone } from '../../../browser/media-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useEnableWord, useRemoveWord } from '../banned-word.mutations.ts'
import { texts } from '../texts.ts'
import styles from './word-table.module.css'

type WordTableProps = { rows: BannedWord[]; canEdit: boolean; onEdit: (row: BannedWord) => void }

const TONES: Record<BannedWord['level'], Tone> = { block: 'error', replace: 'quiet', warn: 'warning' }

const keyOf = ({ id, word }: BannedWord) => id ?? word

/** The words of a page; one card per word on a phone. */
export function WordTable(props: WordTableProps) {
  const List = useIsPhone() ? WordCards : WideTable
  return <List {...props} />
}

function WideTable({ rows, canEdit, onEdit }: WordTableProps) {
  const timeZone = useTimeZone()
  const isOwn = rows.some(({ id }) => id !== null)
  const { column, onChange } = useUrlSort(BANNED_WORD_SORTS)
  const columns: TableColumnsType<BannedWord> = [
    { title: texts.word, fixed: 'left', width: 160, render: (_, { word }) => <TruncatedText text={word} /> },
    { title: texts.level, width: 130, render: (_, row) => <Level row={row} /> },
    { title: texts.match, width: 64, render: (_, { match }) => WORD_MATCH_LABELS[match] },
    { title: texts.source, width: 76, render: (_, { source }) => WORD_SOURCE_LABELS[source] },
    { title: texts.category, width: 80, render: (_, { category }) => WORD_CATEGORY_LABELS[category] },
    {
      title: texts.hits,
      width: 118,
      align: 'right',
      ...column('hits'),
      render: (_, { hits }) => formatNumber(hits),
    },
  ]
  if (isOwn)
    columns.push({
      title: texts.updated,
      width: 190,
      ...column('updatedAt'),
      render: (_, { updatedByName, updatedAt }) => (
        <TruncatedText
          text={[updatedByName, updatedAt && formatDateTime(updatedAt, timeZone)].filter(Boolean).join(' ')}
        />
      ),
    })
  columns.push({
    title: texts.enabled,
    width: 72,
    render: (_, row) => <EnabledSwitch row={row} canEdit={canEdit} />,
  })
  if (canEdit && isOwn)
    columns.push({
      title: texts.actions,
      fixed: 'right',
      width: 112,
      align: 'right',
      render: (_, row) => <Actions row={row} onEdit={onEdit} />,
    })
  return (
    <Table
      rowKey={keyOf}
      columns={columns}
      dataSource={rows}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: isOwn ? 994 : 694 }}
      onChange={onChange}
    />
  )
}

const WordCards = ({ rows, canEdit, onEdit }: WordTableProps) => (
  <ul className={styles.cards}>
    {rows.map((row) => (
      <li key={keyOf(row)}>
        <div className={styles.line}>
          <b className={styles.word}>{row.word}</b>
          <Level row={row} />
          <EnabledSwitch row={row} canEdit={canEdit} />
        </div>
        <div className={styles.line}>
          <span className={styles.meta}>
            {WORD_MATCH_LABELS[row.match]} · {WORD_SOURCE_LABELS[row.source]} · {WORD_CATEGORY_LABELS[row.category]} ·{' '}
            {texts.hits} {formatNumber(row.hits)}
          </span>
          {canEdit && row.id && <Actions row={row} onEdit={onEdit} />}
        </div>
      </li>
    ))}
  </ul>
)

const Level = ({ row: { level, replaceWith } }: { row: BannedWord }) => (
  <StatusLabel tone={TONES[level]}>
    {WORD_LEVEL_LABELS[level]}
    {level === 'replace' && ` → ${replaceWith}`}
  </StatusLabel>
)

function EnabledSwitch({ row, canEdit }: { row: BannedWord; canEdit: boolean }) {
  const enable = useEnableWord()
  return (
    <Switch
      size="small"
      aria-label={texts.switchOf(row.word)}
      disabled={!canEdit}
      loading={enable.isPending}
      checked={row.enabled}
      onChange={(enabled) => enable.mutate({ row, enabled })}
    />
  )
}

function Actions({ row, onEdit }: { row: BannedWord; onEdit: (row: BannedWord) => void }) {
  const remove = useRemoveWord()
  async function askRemove() {
    if (remove.isPending || !row.id) return
    if (await confirm({ title: texts.removeTitle(row.word), content: texts.removeEffect })) remove.mutate(row.id)
  }
  return (
    <span className={styles.actions}>
      <Button variant="link" size="sm" onClick={() => onEdit(row)}>
        {texts.edit}
      </Button>
      <Button variant="link" size="sm" busy={remove.isPending} onClick={askRemove}>
        {texts.remove}
      </Button>
    </span>
  )
}
