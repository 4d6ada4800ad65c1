import { type RelationId, KnowledgeId } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Segmented } from 'antd'
import { FileSpreadsheet, Target } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { DEFAULT_PAGING, readPaging } from '../../list/url-query.ts'
import { AddButton } from './components/add-button.tsx'
import { CandidateList } from './components/candidate-list.tsx'
import { EntryList } from './components/entry-list.tsx'
import { HitSheet } from './components/hit-sheet.tsx'
import { KnowledgeImport } from './components/knowledge-import.tsx'
import { KnowledgeSheet } from './components/knowledge-sheet.tsx'
import { MissList } from './components/miss-list.tsx'
import { UsageSheet } from './components/usage-sheet.tsx'
import {
  readEntry,
  readFilter,
  readLibrary,
  readOverlay,
  readSub,
  SUBS,
  withEntry,
  withOverlay,
  withSub,
} from './knowledge-url.ts'
import { useCandidates, useMisses, useKnowledgeDetail } from './knowledge.queries.ts'
import { texts } from './texts.ts'
import styles from './knowledge-tab.module.css'

type KnowledgeTabProps = {
  relationId: RelationId
  canEdit: boolean
  /** Minimum score for use, shown beside scores. */
  threshold?: number | undefined
}

/** 知识库 of an account: its own entries, those all accounts share, and questions without an answer. */
export function KnowledgeTab({ relationId, canEdit, threshold }: KnowledgeTabProps) {
  const [search, setSearch] = useSearchParams()
  const sub = readSub(search)
  const layer = readOverlay(search)
  const list = { relationId, paging: readPaging(search), canEdit }
  const close = () => setSearch((old) => withOverlay(old, undefined), { replace: true })
  return (
    <div className={styles.tab}>
      <div className={styles.tools}>
        <SubChoice relationId={relationId} />
        <div className={styles.actions}>
          <Button onClick={() => setSearch((old) => withOverlay(old, 'hit'))}>
            <Target size={15} aria-hidden="true" />
            {texts.hitTest}
          </Button>
          {canEdit && (
            <>
              <Button onClick={() => setSearch((old) => withOverlay(old, 'import'))}>
                <FileSpreadsheet size={15} aria-hidden="true" />
                {texts.import}
              </Button>
              <AddButton onAdd={(newType) => setSearch((old) => withEntry(old, { newType }))} />
            </>
          )}
        </div>
      </div>
      <div className={styles.list}>
        {(sub === 'entry' || sub === 'shared') && (
          <EntryList filter={readFilter(search, relationId)} canEdit={canEdit} />
        )}
        {sub === 'candidate' && <CandidateList {...list} />}
        {sub === 'miss' && <MissList {...list} />}
      </div>
      <KnowledgeEditor relationId={relationId} canEdit={canEdit} />
      <UsageSheet relationId={relationId} />
      {layer === 'hit' && <HitSheet relationId={relationId} threshold={threshold} onClose={close} />}
      {layer === 'import' && canEdit && (
        <KnowledgeImport relationId={relationId} library={readLibrary(search)} onClose={close} />
      )}
    </div>
  )
}

/** The parts of the tab with counts of open work. */
function SubChoice({ relationId }: { relationId: RelationId }) {
  const [search, setSearch] = useSearchParams()
  const waiting = {
    entry: undefined,
    shared: undefined,
    candidate: useCandidates(relationId, DEFAULT_PAGING).data?.total,
    miss: useMisses(relationId, DEFAULT_PAGING).data?.total,
  }
  const options = SUBS.map((value) => ({
    value,
    label: (
      <span className={styles.sub}>
        {texts.subNames[value]}
        {Boolean(waiting[value]) && <small>{formatNumber(waiting[value] ?? 0)}</small>}
      </span>
    ),
  }))
  return (
    <Segmented
      aria-label={texts.subs}
      options={options}
      value={readSub(search)}
      onChange={(sub) => setSearch((old) => withSub(old, sub))}
    />
  )
}

type KnowledgeEditorProps = { relationId: RelationId; canEdit: boolean }

/** The entry named in the URL; renders nothing without one. */
function KnowledgeEditor({ relationId, canEdit }: KnowledgeEditorProps) {
  const [search, setSearch] = useSearchParams()
  const open = readEntry(search)
  const close = () => setSearch((old) => withEntry(old, undefined), { replace: true })
  if (!open) return null
  if ('newType' in open) {
    if (!canEdit) return null
    const { newType } = open
    return (
      <KnowledgeSheet
        key={newType}
        relationId={relationId}
        library={readLibrary(search)}
        type={newType}
        entry={undefined}
        canEdit={canEdit}
        onClose={close}
      />
    )
  }
  const id = KnowledgeId.safeParse(open.id).data
  return id ? <KeptEntry key={id} relationId={relationId} id={id} canEdit={canEdit} onClose={close} /> : null
}

type KeptEntryProps = KnowledgeEditorProps & { id: KnowledgeId; onClose: () => void }

function KeptEntry({ relationId, id, canEdit, onClose }: KeptEntryProps) {
  const { data, error, refetch } = useKnowledgeDetail(relationId, id)
  if (data) {
    const { type, library } = data
    return <KnowledgeSheet {...{ relationId, library, type, canEdit, onClose }} entry={data} />
  }
  return (
    <SideSheet title={texts.entry} width="lg" onClose={onClose}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={5} disc={false} />}
    </SideSheet>
  )
}
