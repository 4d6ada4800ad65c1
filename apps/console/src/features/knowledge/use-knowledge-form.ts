import {
  knowledgeApi,
  type KnowledgeDetail,
  type KnowledgeType,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import {
  checkDraft,
  createBody,
  draftOf,
  isSameDraft,
  newDraft,
  updateBody,
  withoutBlanks,
  type KnowledgeDraft,
} from './knowledge-draft.ts'
import { useFileBatch } from './use-file-batch.ts'
import { useSaveKnowledge } from './knowledge.mutations.ts'

export const fieldId = (path: string) => `knowledge-${path}`

type KnowledgeFormOptions = {
  relationId: RelationId
  library: LibraryName
  type: KnowledgeType
  /** Undefined when creating. */
  entry: KnowledgeDetail | undefined
  onClose: () => void
}

export function useKnowledgeForm({ relationId, library, type, entry, onClose }: KnowledgeFormOptions) {
  const save = useSaveKnowledge(relationId)
  const batch = useFileBatch(relationId, library)
  const form = useDraftForm<KnowledgeDetail, KnowledgeDraft>({
    kept: entry,
    draftOf,
    blank: newDraft(type),
    isSame: isSameDraft,
    tidy: withoutBlanks,
    check: (draft, base) => checkDraft(type, draft, base),
    save: (draft, base) =>
      draft.files.length > 0
        ? batch.run(draft.files, draft.enabled)
        : save.mutateAsync(
            base
              ? { update: updateBody(base, draft) }
              : { create: { ...createBody(relationId, type, draft), library } },
          ),
    isSaving: save.isPending || batch.isRunning,
    readLatest: ({ id }) => call(knowledgeApi.detail, { query: { relationId, id } }),
    fieldId,
    onClose,
  })
  return { ...form, batch }
}

export type FieldsProps = {
  draft: KnowledgeDraft
  errors: Record<string, string>
  /** Read-only. */
  disabled: boolean
  onChange: (part: Partial<KnowledgeDraft>) => void
}
