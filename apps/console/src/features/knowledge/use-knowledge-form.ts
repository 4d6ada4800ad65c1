import { knowledgeApi, type KnowledgeDetail, type KnowledgeType, type RelationId } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/ask-latest.ts'
import { texts as formTexts } from '../../form/texts.ts'
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
  type: KnowledgeType
  /** Undefined while a new one is made. */
  entry: KnowledgeDetail | undefined
  onClose: () => void
}

/** The form over one entry. It saves over the version it began with, never over a colleague's unseen. */
export function useKnowledgeForm({ relationId, type, entry, onClose }: KnowledgeFormOptions) {
  const [base, setBase] = useState(entry)
  const [draft, setDraft] = useState(() => (entry ? draftOf(entry) : newDraft(type)))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveKnowledge(relationId)
  const isDirty = !isSameDraft(draft, base ? draftOf(base) : newDraft(type))

  const change = (part: Partial<KnowledgeDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    if (save.isPending) return
    const whole = withoutBlanks(draft)
    setDraft(whole)
    const bad = checkDraft(type, whole, base)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync(
        base ? { update: updateBody(base, whole) } : { create: createBody(relationId, type, whole) },
      )
      onClose()
    } catch (error) {
      await refuse(error)
    }
  }

  async function refuse(error: unknown) {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) return setErrors(fields)
    if (!isStale(error) || !base) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      const latest = await call(knowledgeApi.detail, { query: { relationId, id: base.id } })
      setBase(latest)
      return setDraft(draftOf(latest))
    } catch (error) {
      return showError(error)
    }
  }

  async function close() {
    if (!isDirty || (await confirm({ title: formTexts.leaveDirty }))) onClose()
  }

  // The first bad field gets focus once its message is drawn.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) document.getElementById(fieldId(first))?.focus()
  }, [errors])

  return { base, draft, errors, isDirty, isSaving: save.isPending, change, submit, close }
}

export type FieldsProps = {
  draft: KnowledgeDraft
  errors: Record<string, string>
  /** Only to be read. */
  disabled: boolean
  onChange: (part: Partial<KnowledgeDraft>) => void
}
