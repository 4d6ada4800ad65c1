import { EntAccountSetting, pointsApi, type Data } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { problemsOf } from '../../form/problems.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useSavePointsSetting } from './points.mutations.ts'

export type PointsSetting = Data<typeof pointsApi.getSetting>

const same = (setting: PointsSetting) => setting
const isSame = (one: PointsSetting, other: PointsSetting) => JSON.stringify(one) === JSON.stringify(other)

export function usePointsSettingForm(setting: PointsSetting, onClose: () => void) {
  const save = useSavePointsSetting()
  return useDraftForm<PointsSetting, PointsSetting>({
    kept: setting,
    draftOf: same,
    blank: setting,
    isSame,
    check: (draft) => problemsOf(EntAccountSetting.safeParse(draft)),
    save: (draft) => save.mutateAsync(draft),
    isSaving: save.isPending,
    readLatest: () => call(pointsApi.getSetting),
    onClose,
  })
}
