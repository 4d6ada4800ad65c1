import {
  KNOWLEDGE_SORTS,
  KNOWLEDGE_STATUSES,
  KNOWLEDGE_TYPES,
  type Knowledge,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS, formatDateTime } from '@ruwu/domain'
import { Button, ErrorBlock, Panel, SkeletonRows, Chip, TruncatedText } from '@ruwu/ui'
import { Switch, Table, type TableColumnsType } from 'antd'
import { BookOpen } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageSizeOf, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { withEntry, withFilter, type ReadFilter } from '../knowledge-url.ts'
import { useImportSamples, useUseShared } from '../knowledge.mutations.ts'
import { useKnowledge } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { AddButton } from './add-button.tsx'
import { HitsButton } from './knowledge-cells.tsx'
import { KnowledgeActions } from './knowledge-actions.tsx'
import { EnableSwitch, LearnState } from './knowledge-cells.tsx'
import styles from './sub-list.module.css'

export function EntryList({ filter, canEdit }: { filter: ReadFilter; canEdit: boolean }) {
  const [, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useKnowledge(filter)
  const isPhone = useIsPhone()
  const List = isPhone ? KnowledgeCards : KnowledgeTable
  const change = (next: ReadFilter) => setSearch((old) => withFilter(old, next))
  const isFiltered = Boolean(filter.type || filter.status || filter.keyword)
  const clear = isFiltered
    ? () => change({ ...filter, type: undefined, status: undefined, keyword: undefined })
    : undefined
  return (
    <>
      {filter.library === 'shared' && (data || !error) && (
        <SharedSwitch relationId={filter.relationId} isOn={data?.usesShared} canEdit={canEdit} />
      )}
      <div className={styles.filters}>
        <KnowledgeFilters filter={filter} onChange={change} onClear={clear} />
      </div>
      <Panel refreshing={isFetching && data !== undefined}>
        {error && !data ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <SkeletonRows rows={8} height={isPhone ? 92 : undefined} head={!isPhone} disc={false} />
        ) : data.items.length === 0 ? (
          <NoRows
            onClear={clear}
            icon={BookOpen}
            text={texts.none}
            action={canEdit && <FirstSteps relationId={filter.relationId} library={filter.library} />}
          />
        ) : (
          <>
            <List entries={data.items} canEdit={canEdit} />
            <ListFoot
              total={data.total}
              paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
              onTurn={(next) => setSearch((old) => withPaging(old, next))}
            />
          </>
        )}
      </Panel>
    </>
  )
}

/** Ways to fill an empty library. */
function FirstSteps({ relationId, library }: { relationId: RelationId; library: LibraryName }) {
  const [, setSearch] = useSearchParams()
  const samples = useImportSamples(relationId, library)
  return (
    <div className={styles.steps}>
      <AddButton onAdd={(newType) => setSearch((old) => withEntry(old, { newType }))} />
      <Button variant="link" busy={samples.isPending} onClick={() => samples.mutate()}>
        {texts.importSamples}
      </Button>
    </div>
  )
}

type SharedSwitchProps = { relationId: RelationId; isOn: boolean | undefined; canEdit: boolean }

/** The account's switch of 企业知识库; undefined while it is not known. */
function SharedSwitch({ relationId, isOn, canEdit }: SharedSwitchProps) {
  const change = useUseShared(relationId)
  return (
    <div className={styles.shared}>
      <label htmlFor="use-shared">{texts.sharedSwitch}</label>
      <Switch
        id="use-shared"
        size="small"
        checked={change.isPending ? change.variables : (isOn ?? false)}
        loading={change.isPending || isOn === undefined}
        disabled={!canEdit}
        onChange={(enabled) => change.mutate(enabled)}
      />
      <p>{isOn === false ? texts.sharedOff : texts.sharedHint}</p>
    </div>
  )
}

const typeOptions = optionsOf(KNOWLEDGE_TYPES, KNOWLEDGE_TYPE_LABELS)
const statusOptions = optionsOf(KNOWLEDGE_STATUSES, texts.statuses)

type KnowledgeFiltersProps = {
  filter: ReadFilter
  onChange: (filter: ReadFilter) => void
  onClear: (() => void) | undefined
}

const KnowledgeFilters = ({ filter, onChange, onClear }: KnowledgeFiltersProps) => (
  <FilterRow onClear={onClear}>
    <KeywordInput
      value={filter.keyword ?? ''}
      placeholder={texts.keywordHint}
      onChange={(keyword) => onChange({ ...filter, keyword })}
    />
    <FilterSelect
      label={texts.type}
      value={filter.type}
      options={typeOptions}
      onChange={(type) => onChange({ ...filter, type })}
    />
    <FilterSelect
      label={texts.status}
      value={filter.status}
      options={statusOptions}
      onChange={(status) => onChange({ ...filter, status })}
    />
  </FilterRow>
)

/** The table on a phone: one card per entry. */
function KnowledgeCards({ entries, canEdit }: KnowledgeListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div className={styles.line}>
            <TitleButton entry={entry} />
            <EnableSwitch entry={entry} canEdit={canEdit} />
            <KnowledgeActions entry={entry} canEdit={canEdit} />
          </div>
          <div className={styles.line}>
            <Chip>{KNOWLEDGE_TYPE_LABELS[entry.type]}</Chip>
            <LearnState entry={entry} />
          </div>
          <p className={styles.meta}>
            <span className="cut">{entry.origin}</span>
            <span>
              {texts.hits} <HitsButton entry={entry} />
            </span>
            <span>
              {entry.updatedByName || texts.system} {formatDateTime(entry.updatedAt, timeZone)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

type KnowledgeListProps = { entries: Knowledge[]; canEdit: boolean }

function KnowledgeTable({ entries, canEdit }: KnowledgeListProps) {
  const timeZone = useTimeZone()
  const { column, onChange } = useUrlSort(KNOWLEDGE_SORTS)
  const columns: TableColumnsType<Knowledge> = [
    { title: texts.title, fixed: 'left', width: 232, render: (_, entry) => <TitleButton entry={entry} /> },
    { title: texts.type, width: 92, render: (_, { type }) => KNOWLEDGE_TYPE_LABELS[type] },
    { title: texts.origin, width: 80, render: (_, { origin }) => <TruncatedText text={origin} /> },
    { title: texts.status, width: 104, render: (_, entry) => <LearnState entry={entry} /> },
    {
      title: texts.hits,
      width: 92,
      align: 'right',
      ...column('hits'),
      render: (_, entry) => <HitsButton entry={entry} />,
    },
    {
      title: texts.updatedBy,
      width: 88,
      render: (_, entry) => <TruncatedText text={entry.updatedByName || texts.system} />,
    },
    {
      title: texts.updatedAt,
      width: 144,
      ...column('updatedAt'),
      render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone),
    },
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
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 932 }}
    />
  )
}

/** The title opens the entry. */
function TitleButton({ entry: { id, title } }: { entry: Pick<Knowledge, 'id' | 'title'> }) {
  const [, setSearch] = useSearchParams()
  return (
    <button type="button" className={styles.title} onClick={() => setSearch((old) => withEntry(old, { id }))}>
      <TruncatedText text={title} />
    </button>
  )
}
