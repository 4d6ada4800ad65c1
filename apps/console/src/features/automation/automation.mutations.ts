import {
  type AutoArchiveVersion,
  automationApi,
  type CommentVersion,
  type Enterprise,
  type FollowUpVersion,
  type GlobalVersion,
  type LeadPush,
  leadPushApi,
  type LeadPushInput,
  type MoreAutomation,
  type WebhookDeliveryId,
  type WebhookId,
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

export const useSaveComment = () =>
  useSaveCard('comment', (body: CommentVersion) => call(automationApi.saveComment, { body }))

export const useSaveAutoArchive = () =>
  useSaveCard('autoArchive', (body: AutoArchiveVersion) => call(automationApi.saveAutoArchive, { body }))

export type TargetSecret = { id: WebhookId; secret: string }

/** Secrets of new targets are shown once and kept nowhere. */
export const useSaveLeadPush = (onSecrets: (secrets: TargetSecret[]) => void) =>
  useSaveCard('leadPush', async (body: LeadPushInput) => {
    const { secrets, ...card } = await call(leadPushApi.save, { body })
    if (secrets.length > 0) onSecrets(secrets)
    return card
  })

export function useTestPush() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: WebhookId) => call(leadPushApi.test, { body: { id } }),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: automationKeys.pushes }),
  })
}

export function useRepeatPush() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: WebhookDeliveryId) => call(leadPushApi.repeat, { body: { id } }),
    onSuccess: (pushes) => cache.setQueryData<LeadPush[]>(automationKeys.pushes, pushes),
    onError: showError,
  })
}

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
