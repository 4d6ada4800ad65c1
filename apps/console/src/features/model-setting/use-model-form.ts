import { modelSettingApi, type ModelSetting } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/ask-latest.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { checkDraft, draftOf, firstBad, isSameDraft, saveBody, testBody, type ModelDraft } from './model-draft.ts'
import { useSaveModelSetting, useTestModel } from './model-setting.mutations.ts'

export const fieldId = (name: string) => `model-${name}`

/** The form over the enterprise's model, with a trial of what stands in it. */
export function useModelForm(setting: ModelSetting, onClose: () => void) {
  const [base, setBase] = useState(setting)
  const [draft, setDraft] = useState(() => draftOf(setting))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveModelSetting()
  const trial = useTestModel()
  const isDirty = !isSameDraft(draft, draftOf(base))

  const change = (part: Partial<ModelDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
    // What was tried is no longer what stands here.
    trial.reset()
  }

  function isWhole(): boolean {
    const bad = checkDraft(base, draft)
    setErrors(bad)
    return firstBad(bad) === undefined
  }

  async function submit() {
    if (save.isPending || !isWhole()) return
    try {
      await save.mutateAsync(saveBody(base, draft))
      onClose()
    } catch (error) {
      await refuse(error)
    }
  }

  async function tryOut() {
    if (trial.isPending || !isWhole()) return
    try {
      await trial.mutateAsync(testBody(draft))
    } catch (error) {
      await refuse(error)
    }
  }

  async function refuse(error: unknown) {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) return setErrors(fields)
    if (!isStale(error)) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      const latest = await call(modelSettingApi.get)
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
    const first = firstBad(errors)
    if (first) document.getElementById(fieldId(first))?.focus()
  }, [errors])

  return {
    base,
    draft,
    errors,
    isDirty,
    isSaving: save.isPending,
    isTrying: trial.isPending,
    verdict: trial.data,
    change,
    submit,
    tryOut,
    close,
  }
}
