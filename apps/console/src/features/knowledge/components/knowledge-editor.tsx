import { KnowledgeId, type RelationId } from '@ruwu/contract'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { readEntry, withEntry } from '../knowledge-url.ts'
import { useKnowledgeDetail } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import { KnowledgeSheet } from './knowledge-sheet.tsx'

type KnowledgeEditorProps = { relationId: RelationId; canEdit: boolean }

/** The entry named in the URL; renders nothing without one. */
export function KnowledgeEditor({ relationId, canEdit }: KnowledgeEditorProps) {
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
    return <KnowledgeSheet relationId={relationId} type={data.type} entry={data} canEdit={canEdit} onClose={onClose} />
  }
  return (
    <SideSheet title={texts.subNames.entry} width="lg" onClose={onClose}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={5} disc={false} />}
    </SideSheet>
  )
}
