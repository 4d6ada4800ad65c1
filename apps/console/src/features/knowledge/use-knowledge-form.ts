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
  return useDraftForm<KnowledgeDetail, KnowledgeDraft>({
    kept: entry,
    draftOf,
    blank: newDraft(type),
    isSame: isSameDraft,
    tidy: withoutBlanks,
    check: (draft, base) => checkDraft(type, draft, base),
    save: (draft, base) =>
      save.mutateAsync(
        base ? { update: updateBody(base, draft) } : { create: { ...createBody(relationId, type, draft), library } },
      ),
    isSaving: save.isPending,
    readLatest: ({ id }) => call(knowledgeApi.detail, { query: { relationId, id } }),
    fieldId,
    onClose,
  })
}

export type FieldsProps = {
  draft: KnowledgeDraft
  errors: Record<string, string>
  /** Read-only. */
  disabled: boolean
  onChange: (part: Partial<KnowledgeDraft>) => void
}
