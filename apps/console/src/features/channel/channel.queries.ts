import {
  channelApi,
  type CallArgs,
  type ChannelEventKind,
  type ReceptionMode,
  type RelationId,
  type SimpleAccount,
  type Source,
} from '@ruwu/contract'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { AccountUrl } from './account-url.ts'

export type CopyOrder = CallArgs<typeof channelApi.copyConfig>['body']
export type AccountFilter = CallArgs<typeof channelApi.list>['body'] & { source: Source }

export const channelKeys = {
  all: ['channel'] as const,
  list: (filter: AccountFilter) => ['channel', 'list', filter] as const,
  simple: ['channel', 'simple'] as const,
  detail: (id: RelationId) => ['channel', 'detail', id] as const,
  history: (id: RelationId, kind?: ChannelEventKind) => ['channel', 'history', id, kind] as const,
  setting: (id: RelationId) => ['channel', 'setting', id] as const,
  copyCheck: (order: CopyOrder | undefined) => ['copy-check', order] as const,
  effect: (id: RelationId, mode: ReceptionMode) => ['channel', 'effect', id, mode] as const,
}

/**
 * Main accounts with their sub-accounts. A changed filter keeps the old rows while loading, but never those of another
 * source.
 */
export const useAccounts = (filter: AccountFilter) =>
  useQuery({
    queryKey: channelKeys.list(filter),
    queryFn: () => call(channelApi.list, { body: filter }),
    placeholderData: (old, query) => (query?.queryKey[2].source === filter.source ? old : undefined),
  })

/** What the copy would leave out; undefined: the order is not complete yet. */
export const useCopyCheck = (order: CopyOrder | undefined) =>
  useQuery({
    queryKey: channelKeys.copyCheck(order),
    queryFn: order ? () => call(channelApi.copyConfig, { body: { ...order, dryRun: true } }) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })

/** All accounts of both sources in short form, one cached list for selects, counts and the menu. */
export const useSimpleAccounts = <T = SimpleAccount[]>(select?: (accounts: SimpleAccount[]) => T) =>
  useQuery({ queryKey: channelKeys.simple, queryFn: () => call(channelApi.simpleList, { body: {} }), select })

export const useAccountDetail = (place: AccountUrl | undefined) =>
  useQuery({
    queryKey: place ? channelKeys.detail(place.id) : channelKeys.all,
    queryFn: () => call(channelApi.detail, { query: { relationId: place!.id, accountType: place!.type } }),
    enabled: place !== undefined,
  })

/** Audit history of an account, newest first, paged. */
export const useAccountHistory = (relationId: RelationId, kind?: ChannelEventKind) =>
  useInfiniteQuery({
    queryKey: channelKeys.history(relationId, kind),
    queryFn: ({ pageParam: cursor }) => call(channelApi.eventList, { body: { relationId, kind, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

export const useChannelSetting = (relationId: RelationId | null) =>
  useQuery({
    queryKey: relationId ? channelKeys.setting(relationId) : channelKeys.all,
    queryFn: () => call(channelApi.setting, { query: { relationId: relationId! } }),
    enabled: relationId !== null,
  })

/** How many customers a switch would affect; never cached. */
export const switchEffectOptions = (relationId: RelationId, receptionMode: ReceptionMode) => ({
  queryKey: channelKeys.effect(relationId, receptionMode),
  queryFn: () => call(channelApi.switchEffect, { query: { relationId, receptionMode } }),
  staleTime: 0,
  gcTime: 0,
})

const countExpired = (accounts: SimpleAccount[]) =>
  accounts.filter((it) => it.accountType === 'CORP' && it.openStatus === 'needs_reauth').length

/** Main accounts with an expired authorisation; 0 while loading. */
export const useExpiredCount = () => useSimpleAccounts(countExpired).data ?? 0
