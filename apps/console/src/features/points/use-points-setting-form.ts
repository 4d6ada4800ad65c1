import { EntAccountSetting, pointsApi, type Data } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/ask-latest.ts'
import { problemsOf } from '../../form/problems.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { useSavePointsSetting } from './points.mutations.ts'

export type PointsSetting = Data<typeof pointsApi.getSetting>

const isSame = (one: PointsSetting, other: PointsSetting) => JSON.stringify(one) === JSON.stringify(other)

/** The form over the enterprise's points setting. */
export function usePointsSettingForm(setting: PointsSetting, onClose: () => void) {
  const [base, setBase] = useState(setting)
  const [draft, setDraft] = useState(setting)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSavePointsSetting()
  const isDirty = !isSame(draft, base)

  const change = (part: Partial<PointsSetting>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    const bad = problemsOf(EntAccountSetting.safeParse(draft))
    setErrors(bad)
    if (save.isPending || Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync(draft)
      onClose()
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
      const latest = await call(pointsApi.getSetting)
      setBase(latest)
      return setDraft(latest)
    } catch (failure) {
      return showError(failure)
    }
  }

  async function close() {
    if (!isDirty || (await confirm({ title: formTexts.leaveDirty }))) onClose()
  }

  return { draft, errors, isDirty, isSaving: save.isPending, change, submit, close }
}
