import { modelSettingApi, type ModelSetting } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { checkDraft, draftOf, firstBad, isSameDraft, saveBody, testBody, type ModelDraft } from './model-draft.ts'
import { useSaveModelSetting, useTestModel } from './model-setting.mutations.ts'

export const fieldId = (name: string) => `model-${name}`

/** The form of the enterprise's model, with a connection test of its values. */
export function useModelForm(setting: ModelSetting, onClose: () => void) {
  const save = useSaveModelSetting()
  const trial = useTestModel()
  const form = useDraftForm<ModelSetting, ModelDraft>({
    kept: setting,
    draftOf,
    blank: draftOf(setting),
    isSame: isSameDraft,
    check: (draft, base = setting) => checkDraft(base, draft),
    save: (draft, base = setting) => save.mutateAsync(saveBody(base, draft)),
    isSaving: save.isPending,
    readLatest: () => call(modelSettingApi.get),
    fieldId,
    firstBad,
    onClose,
  })

  async function tryOut() {
    if (trial.isPending) return
    const draft = form.whole()
    if (!draft) return
    try {
      await trial.mutateAsync(testBody(draft))
    } catch (error) {
      await form.refuse(error)
    }
  }

  const change = (part: Partial<ModelDraft>) => {
    form.change(part)
    // The result of the last test does not apply to changed values.
    trial.reset()
  }

  return { ...form, base: form.base ?? setting, trial, change, tryOut }
}
