import { materialApi, type AccountDetail, type Material } from '@ruwu/contract'
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
  type MaterialDraft,
} from './material-draft.ts'
import { useSaveMaterial } from './material.mutations.ts'

export const fieldId = (path: string) => `material-${path}`

type MaterialFormOptions = { account: AccountDetail; card: Material | undefined; onClose: () => void }

/** The form over one card, or over one that is being made. */
export function useMaterialForm({ account: { relationId }, card, onClose }: MaterialFormOptions) {
  const [base, setBase] = useState(card)
  const [draft, setDraft] = useState(() => (card ? draftOf(card) : newDraft()))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveMaterial()
  const isDirty = !isSameDraft(draft, base ? draftOf(base) : newDraft())

  const change = (part: Partial<MaterialDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    if (save.isPending) return
    const bad = checkDraft(relationId, base, draft)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync(base ? { update: updateBody(base, draft) } : { create: createBody(relationId, draft) })
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
      const { items } = await call(materialApi.page, { body: { relationId, type: base.type, pageSize: 100 } })
      const latest = items.find((it) => it.id === base.id)
      if (!latest) return onClose()
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

  return { draft, errors, isDirty, isSaving: save.isPending, change, submit, close }
}
