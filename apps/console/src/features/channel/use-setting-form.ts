import { channelApi, type ChannelSetting } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { usePageForm } from '../../form/use-page-form.ts'
import { useSaveSetting } from './channel.mutations.ts'
import { channelKeys } from './channel.queries.ts'
import { changesBetween, checkDraft, draftOf, type SettingDraft } from './setting-draft.ts'

export const fieldId = (path: string) => `setting-${path}`

/** The settings form of one account. */
export function useSettingForm(setting: ChannelSetting) {
  const save = useSaveSetting()
  const cache = useQueryClient()
  const { relationId } = setting
  return usePageForm<ChannelSetting, SettingDraft>({
    kept: setting,
    draftOf,
    changesBetween,
    check: checkDraft,
    save: (draft, { version }) => save.mutateAsync({ ...draft, relationId, version }),
    isSaving: save.isPending,
    readLatest: async () => {
      const latest = await call(channelApi.setting, { query: { relationId } })
      cache.setQueryData(channelKeys.setting(relationId), latest)
      return latest
    },
    fieldId,
  })
}
