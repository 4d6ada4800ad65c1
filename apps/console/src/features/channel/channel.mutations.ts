import {
  channelApi,
  type CallArgs,
  type ChannelSetting,
  type CorpAccount,
  type PlanId,
  type ReceptionMode,
  type RelationId,
} from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import type { Account } from './account.ts'
import { channelKeys } from './channel.queries.ts'
import { draftOf } from './setting-draft.ts'
import { texts } from './texts.ts'

/** Refetches everything that depends on accounts; the event that follows carries the same change. */
export function useFreshAccounts() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: channelKeys.all })
}

type Switch = { account: Pick<Account, 'relationId' | 'accountType'>; receptionMode: ReceptionMode; withKos: boolean }

const switchReception = ({ account: { relationId, accountType }, receptionMode, withKos }: Switch) =>
  call(channelApi.updateReceptionType, { body: { relationId, accountType, receptionMode, withKos } })

export function useSwitchReception() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: switchReception,
    onSuccess: ({ affected }) => toast.success(texts.switched(affected)),
    onError: showError,
    onSettled: refresh,
  })
}

export type BulkResult = { success: number; failed: { id: RelationId; name: string; msg: string }[] }

/** Sequential; a refusal is collected and does not stop the rest. */
async function changeEach(accounts: readonly Account[], change: (account: Account) => Promise<unknown>) {
  const result: BulkResult = { success: 0, failed: [] }
  for (const account of accounts) {
    try {
      await change(account)
      result.success += 1
    } catch (error) {
      result.failed.push({ id: account.relationId, name: account.name, msg: messageOf(error) })
    }
  }
  return result
}

export function useSwitchMany() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: ({ accounts, ...rest }: Omit<Switch, 'account'> & { accounts: Account[] }) =>
      changeEach(accounts, (account) => switchReception({ account, ...rest })),
    onSettled: refresh,
  })
}

/** 接待方案 is a part of the setting, which is saved as a whole. */
export function usePlaceMany() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: ({ accounts, planId }: { accounts: Account[]; planId: PlanId | null }) =>
      changeEach(accounts, async ({ relationId }) => {
        const setting = await call(channelApi.setting, { query: { relationId } })
        const body = { ...draftOf(setting), relationId, version: setting.version, planId }
        return call(channelApi.updateSetting, { body })
      }),
    onSettled: refresh,
  })
}

export function useCopyConfig() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: (body: CallArgs<typeof channelApi.copyConfig>['body']) => call(channelApi.copyConfig, { body }),
    onError: showError,
    onSettled: refresh,
  })
}

const removals = { redbook: channelApi.removeRedbook, douyin: channelApi.removeDouyin }

export function useUnbind() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: ({ source, relationId }: Pick<Account, 'source' | 'relationId' | 'name'>) =>
      call(removals[source], { query: { relationId } }),
    onSuccess: (_, { name }) => toast.success(texts.unbound(name)),
    onError: showError,
    onSettled: refresh,
  })
}

export function useSyncKos() {
  const refresh = useFreshAccounts()
  return useMutation({
    mutationFn: ({ relationId }: Pick<CorpAccount, 'relationId'>) => call(channelApi.syncKos, { body: { relationId } }),
    onSuccess: ({ added, removed }) => toast.success(texts.synced(added, removed)),
    onError: showError,
    onSettled: refresh,
  })
}

export function useSaveSetting() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof channelApi.updateSetting>['body']) => call(channelApi.updateSetting, { body }),
    onSuccess: ({ warnings: _warnings, ...saved }) => {
      cache.setQueryData<ChannelSetting>(channelKeys.setting(saved.relationId), saved)
      void cache.invalidateQueries({ queryKey: channelKeys.all })
    },
  })
}
