import { channelApi, type ChannelSetting } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/leave-form.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { useSaveSetting } from './channel.mutations.ts'
import { channelKeys } from './channel.queries.ts'
import { changesBetween, checkDraft, draftOf, type SettingDraft, type SettingErrors } from './setting-draft.ts'

export const fieldId = (path: string) => `setting-${path}`

/**
 * The settings form of one account. Saves against the version it loaded (optimistic locking), so a colleague's change
 * is never overwritten unseen.
 */
export function useSettingForm(setting: ChannelSetting) {
  const [base, setBase] = useState(setting)
  const [draft, setDraft] = useState(() => draftOf(setting))
  const [errors, setErrors] = useState<SettingErrors>({})
  const save = useSaveSetting()
  const cache = useQueryClient()
  const changes = changesBetween(draftOf(base), draft)
  const isDirty = changes.length > 0

  const restart = (from: ChannelSetting) => {
    setBase(from)
    setDraft(draftOf(from))
    setErrors({})
  }
  // Without local changes the form follows saved changes of colleagues.
  if (setting.version > base.version && !isDirty) restart(setting)

  const change = (part: Partial<SettingDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    if (save.isPending || !isDirty) return
    const bad = checkDraft(draft)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      restart(await save.mutateAsync({ ...draft, relationId: base.relationId, version: base.version }))
      toast.success(formTexts.saved)
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
      const latest = await call(channelApi.setting, { query: { relationId: base.relationId } })
      cache.setQueryData(channelKeys.setting(base.relationId), latest)
      return restart(latest)
    } catch (error) {
      return showError(error)
    }
  }

  // Focuses the first invalid field after its message has rendered.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) document.getElementById(fieldId(first))?.focus()
  }, [errors])

  return { base, draft, errors, changes, isDirty, isSaving: save.isPending, change, submit, reset: () => restart(base) }
}
