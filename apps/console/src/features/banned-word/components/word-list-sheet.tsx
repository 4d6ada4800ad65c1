import {
  BANNED_WORD_KINDS,
  BANNED_WORDS_MAX,
  BANNED_WORD_SORTS,
  type BannedWord,
  type BannedWordFilter,
  bannedWordApi,
  WORD_CATEGORIES,
  WORD_LEVELS,
} from '@ruwu/contract'
import { formatNumber, WORD_CATEGORY_LABELS, WORD_LEVEL_LABELS } from '@ruwu/domain'
import { Button, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Segmented } from 'antd'
import { Plus, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { TableExportButton } from '../../../form/table-export-button.tsx'
import { ImportDialog } from '../../../form/table-import/import-dialog.tsx'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { DEFAULT_PAGING, readKeyword, readPaging, withPaging, writeQuery } from '../../../list/url-query.ts'
import { keepSort, readSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useCan } from '../../permission/index.ts'
import { useExportWords, useFreshWords } from '../banned-word.mutations.ts'
import { useBannedWords } from '../banned-word.queries.ts'
import { texts } from '../texts.ts'
import { WordDialog } from './word-dialog.tsx'
import { WordTable } from './word-table.tsx'
import styles from './word-list-sheet.module.css'

export const WORDS_DRAWER = 'words'

const kinds = optionsOf(BANNED_WORD_KINDS, texts.kinds)

/** The filter is kept in the URL beside the drawer's name. */
const readFilter = (query: URLSearchParams): BannedWordFilter => ({
  kind: BANNED_WORD_KINDS.find((it) => it === query.get('kind')) ?? 'own',
  keyword: readKeyword(query),
  category: WORD_CATEGORIES.find((it) => it === query.get('category')),
  level: WORD_LEVELS.find((it) => it === query.get('level')),
})

/** 违禁词库: own and built-in words. */
export function WordListSheet({ onClose }: { onClose: () => void }) {
  const [query, changeQuery] = useUrlQuery()
  const canEdit = useCan('automation:edit')
  const [open, setOpen] = useState<BannedWord | 'new'>()
  const filter = readFilter(query)
  const show = (next: Partial<BannedWordFilter>) =>
    changeQuery((old) => keepSort(old, writeQuery({ drawer: WORDS_DRAWER, ...readFilter(old), ...next })))
  const { kind, keyword, category, level } = filter
  const isFiltered = Boolean(keyword ?? category ?? level)
  const clear = isFiltered ? () => show({ keyword: undefined, category: undefined, level: undefined }) : undefined
  const create = canEdit && (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus size={16} aria-hidden="true" />
      {texts.create}
    </Button>
  )
  return (
    <SideSheet title={texts.title} width="xl" onClose={onClose}>
      <div className={styles.head}>
        <Segmented aria-label={texts.title} options={kinds} value={kind} onChange={(next) => show({ kind: next })} />
        <Tables filter={filter} canEdit={canEdit} />
        {create}
      </div>
      <FilterRow onClear={clear}>
        <KeywordInput value={keyword ?? ''} placeholder={texts.search} onChange={(next) => show({ keyword: next })} />
        <FilterSelect
          label={texts.category}
          value={category}
          options={optionsOf(WORD_CATEGORIES, WORD_CATEGORY_LABELS)}
          onChange={(next) => show({ category: next })}
        />
        <FilterSelect
          label={texts.level}
          value={level}
          options={optionsOf(WORD_LEVELS, WORD_LEVEL_LABELS)}
          onChange={(next) => show({ level: next })}
        />
      </FilterRow>
      <Rows filter={filter} canEdit={canEdit} onClear={clear} onEdit={setOpen} create={create} />
      {open && <WordDialog row={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </SideSheet>
  )
}

type RowsProps = {
  filter: BannedWordFilter
  canEdit: boolean
  onClear: (() => void) | undefined
  onEdit: (row: BannedWord) => void
  create: React.ReactNode
}

function Rows({ filter, canEdit, onClear, onEdit, create }: RowsProps) {
  const [query, changeQuery] = useUrlQuery()
  const paging = readPaging(query) ?? DEFAULT_PAGING
  const sort = readSort(query, BANNED_WORD_SORTS)
  const { data, error, refetch } = useBannedWords({ ...filter, ...paging, ...(sort && { sort }) })
  if (error && !data) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={8} disc={false} />
  if (data.total === 0) return <NoRows onClear={onClear} icon={ShieldAlert} text={texts.none} action={create} />
  return (
    <>
      <WordTable rows={data.items} canEdit={canEdit} onEdit={onEdit} />
      <ListFoot
        total={data.total}
        paging={{ ...paging, page: data.page }}
        onTurn={(next) => changeQuery((old) => withPaging(old, next))}
      />
    </>
  )
}

/** Import of own words, and export of those that are shown. */
function Tables({ filter: { kind, ...filter }, canEdit }: { filter: BannedWordFilter; canEdit: boolean }) {
  const [isImporting, setIsImporting] = useState(false)
  const exportWords = useExportWords()
  const refresh = useFreshWords()
  return (
    <span className={styles.tables}>
      {canEdit && <Button onClick={() => setIsImporting(true)}>{texts.import}</Button>}
      {kind === 'own' && (
        <TableExportButton
          isRunning={exportWords.isPending}
          onExport={(format) => exportWords.mutate({ ...filter, format })}
        />
      )}
      {isImporting && (
        <ImportDialog
          title={texts.importTitle}
          steps={texts.importSteps(formatNumber(BANNED_WORDS_MAX))}
          duplicates={texts.importDuplicates}
          readTemplate={() => call(bannedWordApi.template)}
          run={(file, options) => call(bannedWordApi.import, { body: options, file })}
          onImported={refresh}
          onClose={() => setIsImporting(false)}
        />
      )}
    </span>
  )
}
