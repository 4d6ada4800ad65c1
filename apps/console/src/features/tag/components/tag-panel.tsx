import type { Tag, TagBatchResult, TagGroup, TagId } from '@ruwu/contract'
import { formatDateTime, formatNumber, NO_VALUE, sortRows } from '@ruwu/domain'
import { Button, Panel, TruncatedText } from '@ruwu/ui'
import { Checkbox, Table, type TableColumnsType } from 'antd'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useIsPhone } from '../../../browser/media-query.ts'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { filterTags, knownGroup, NEW_TAG, useTagUrl } from '../tag-url.ts'
import { texts } from '../texts.ts'
import { TagActions } from './tag-actions.tsx'
import { TagBulk } from './tag-bulk.tsx'
import { TagChip } from './tag-chip.tsx'
import styles from './tag-panel.module.css'

const SORTS = ['customers', 'added7d', 'updatedAt'] as const

type TagPanelProps = { tags: Tag[]; groups: TagGroup[]; canEdit: boolean; isFetching: boolean }

export function TagPanel({ tags, groups, canEdit, isFetching }: TagPanelProps) {
  const [search, setSearch] = useSearchParams()
  const url = useTagUrl()
  const { show, openTag } = url
  const filter = { ...url.filter, group: knownGroup(url.filter.group, groups) }
  // Kept by paging, cleared by another filter.
  const filterKey = `${filter.group} ${filter.keyword}`
  const [selection, setSelection] = useState<{ filterKey: string; ids: TagId[] }>({ filterKey, ids: [] })
  const shown = filterTags(tags, filter)
  const selected = selection.filterKey === filterKey ? shown.filter(({ id }) => selection.ids.includes(id)) : []
  const select = (ids: TagId[]) => setSelection({ filterKey, ids })
  // Held here: the selection ends when its tags are deleted.
  const [failed, setFailed] = useState<TagBatchResult>()
  const paging = readPaging(search)
  const { sort } = useUrlSort(SORTS)
  const { rows, page } = pageOf(
    sortRows(shown, sort, (tag, field) => tag[field]),
    paging,
  )
  const List = useIsPhone() ? TagCards : TagTable
  return (
    <Panel label={texts.tag} refreshing={isFetching}>
      {shown.length === 0 ? (
        <NoRows
          onClear={filter.keyword ? () => show({ keyword: undefined }) : undefined}
          icon={Tags}
          text={texts.none}
          action={
            canEdit && filter.group !== 'system' && <Button onClick={() => openTag(NEW_TAG)}>{texts.create}</Button>
          }
        />
      ) : (
        <>
          <List rows={rows} tags={tags} canEdit={canEdit} selected={selected.map(({ id }) => id)} onSelect={select} />
          <ListFoot
            total={shown.length}
            paging={{ ...paging, page }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
          {selected.length > 0 && (
            <TagBulk tags={selected} groups={groups} onFailed={setFailed} onDone={() => select([])} />
          )}
        </>
      )}
      {failed && (
        <FailuresDialog
          {...failed}
          onClose={() => {
            setFailed(undefined)
            select([])
          }}
        />
      )}
    </Panel>
  )
}

type TagListProps = {
  rows: Tag[]
  tags: Tag[]
  canEdit: boolean
  selected: TagId[]
  onSelect: (ids: TagId[]) => void
}

function TagTable({ rows, tags, canEdit, selected, onSelect }: TagListProps) {
  const timeZone = useTimeZone()
  const { column, onChange } = useUrlSort(SORTS)
  const columns: TableColumnsType<Tag> = [
    { title: texts.tag, fixed: 'left', width: 140, render: (_, tag) => <TagChip tag={tag} /> },
    { title: texts.group, width: 82, render: (_, tag) => <TruncatedText text={groupNameOf(tag)} /> },
    { title: texts.choice, width: 82, render: (_, { single }) => (single ? texts.single : texts.multiple) },
    { title: texts.kind, width: 58, render: (_, { kind }) => texts.kinds[kind] },
    {
      title: texts.customers,
      width: 84,
      align: 'right',
      ...column('customers'),
      render: (_, tag) => <CustomerCount tag={tag} />,
    },
    {
      title: texts.added,
      width: 104,
      align: 'right',
      ...column('added7d'),
      render: (_, { added7d }) => formatNumber(added7d ?? 0),
    },
    {
      title: texts.updatedBy,
      width: 68,
      render: (_, { updatedByName }) => <TruncatedText text={updatedByName ?? NO_VALUE} />,
    },
    {
      title: texts.updatedAt,
      width: 134,
      ...column('updatedAt'),
      render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone),
    },
  ]
  if (canEdit)
    columns.push({
      title: texts.actions,
      fixed: 'right',
      width: 150,
      align: 'right',
      render: (_, tag) => <TagActions tag={tag} tags={tags} />,
    })
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={rows}
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      // All columns fit beside the groups at 1440 px.
      scroll={{ x: 942 }}
      {...(canEdit && {
        rowSelection: {
          columnWidth: 40,
          selectedRowKeys: selected,
          preserveSelectedRowKeys: true,
          getCheckboxProps: ({ kind, name }: Tag) => ({
            disabled: kind === 'system',
            'aria-label': texts.select(name),
          }),
          onChange: (keys: React.Key[]) => onSelect(keys as TagId[]),
        },
      })}
    />
  )
}

/** The table on a phone: one card per tag. */
function TagCards({ rows, tags, canEdit, selected, onSelect }: TagListProps) {
  const tick = (id: TagId, isOn: boolean) => onSelect(isOn ? [...selected, id] : selected.filter((it) => it !== id))
  return (
    <ul className={styles.cards}>
      {rows.map((tag) => (
        <li key={tag.id}>
          <div className={styles.line}>
            {canEdit && (
              <Checkbox
                aria-label={texts.select(tag.name)}
                disabled={tag.kind === 'system'}
                checked={selected.includes(tag.id)}
                onChange={({ target }) => tick(tag.id, target.checked)}
              />
            )}
            <TagChip tag={tag} />
            <span className={styles.meta}>
              {groupNameOf(tag)} · {tag.single ? texts.single : texts.multiple} · {texts.kinds[tag.kind]}
            </span>
          </div>
          <div className={styles.line}>
            <span className={styles.meta}>
              {texts.customers} <CustomerCount tag={tag} /> · {texts.added} {formatNumber(tag.added7d ?? 0)}
            </span>
            {canEdit && <TagActions tag={tag} tags={tags} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

const groupNameOf = ({ kind, groupName }: Tag) => (kind === 'system' ? texts.system : (groupName ?? texts.ungrouped))

/** Opens the customers in 私信; a plain number without access to it. */
function CustomerCount({ tag: { id, name, customers } }: { tag: Tag }) {
  const canOpen = useCan('im:viewPage')
  const count = formatNumber(customers ?? 0)
  if (!canOpen || !customers) return count
  return (
    <Link className={styles.customers} to={`/chat?tagIds=${id}`} title={texts.seeCustomers(name)}>
      {count}
    </Link>
  )
}
