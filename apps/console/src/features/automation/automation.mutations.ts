import {
  type AutoArchiveVersion,
  automationApi,
  type Enterprise,
  type FollowUpVersion,
  type GlobalVersion,
  type MoreAutomation,
} from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { enterpriseKey } from '../enterprise/index.ts'
import { automationKeys } from './automation.queries.ts'
import { texts } from './texts.ts'

/** Saves one card against its version. */
function useSaveCard<Key extends keyof MoreAutomation, Body>(
  key: Key,
  run: (body: Body) => Promise<MoreAutomation[Key]>,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (card) => {
      cache.setQueryData<MoreAutomation>(automationKeys.more, (old) => old && { ...old, [key]: card })
      toast.success(formTexts.saved)
    },
    // After a version conflict the current state is refetched.
    onError: () => cache.invalidateQueries({ queryKey: automationKeys.more }),
  })
}

export const useSaveFollowUp = () =>
  useSaveCard('followUp', (body: FollowUpVersion) => call(automationApi.saveFollowUp, { body }))

export const useSaveAutoArchive = () =>
  useSaveCard('autoArchive', (body: AutoArchiveVersion) => call(automationApi.saveAutoArchive, { body }))

export const useSaveGlobal = () =>
  useSaveCard('global', (body: GlobalVersion) => call(automationApi.saveGlobal, { body }))

/** 暂停所有自动化 and its end. */
export function usePause() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) => call(automationApi.pause, { body: { paused } }),
    onSuccess: (saved) => {
      cache.setQueryData<Enterprise>(enterpriseKey, saved)
      toast.success(saved.automationPausedAt ? texts.pausedNow : texts.resumedNow)
    },
    onError: showError,
  })
}
