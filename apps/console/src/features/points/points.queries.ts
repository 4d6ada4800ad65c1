import { pointsApi, type CallArgs } from '@ruwu/contract'
import { ACCOUNT_REFRESH_MS } from '@ruwu/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type BillQuery = CallArgs<typeof pointsApi.pageBills>['body']

type TimelineQuery = CallArgs<typeof pointsApi.timeline>['body']
type ConsumeQuery = CallArgs<typeof pointsApi.pointConsume>['body']
type Days = { from: string; to: string }

export const pointsKeys = {
  all: ['points'] as const,
  account: ['points', 'account'] as const,
  lots: ['points', 'lots'] as const,
  setting: ['points', 'setting'] as const,
  bills: ['points', 'bills'] as const,
  totals: (days: Days) => ['points', 'totals', days] as const,
  timeline: (query: TimelineQuery) => ['points', 'timeline', query] as const,
  consumption: (query: ConsumeQuery) => ['points', 'consumption', query] as const,
  billPage: (query: BillQuery) => [...pointsKeys.bills, query] as const,
}

/** The enterprise's points account; one cached query for all screens. */
export const useEntAccount = () =>
  useQuery({ queryKey: pointsKeys.account, queryFn: () => call(pointsApi.info), refetchInterval: ACCOUNT_REFRESH_MS })

export const usePointLots = () => useQuery({ queryKey: pointsKeys.lots, queryFn: () => call(pointsApi.bonusInfo) })

export const usePointsSetting = () =>
  useQuery({ queryKey: pointsKeys.setting, queryFn: () => call(pointsApi.getSetting) })

export const useBills = (query: BillQuery) =>
  useQuery({
    queryKey: pointsKeys.billPage(query),
    queryFn: () => call(pointsApi.pageBills, { body: query }),
    placeholderData: keepPreviousData,
  })

export const usePointTotals = (query: Days) =>
  useQuery({
    queryKey: pointsKeys.totals(query),
    queryFn: () => call(pointsApi.onlyPoint, { query }),
    placeholderData: keepPreviousData,
  })

export const usePointTimeline = (query: TimelineQuery) =>
  useQuery({
    queryKey: pointsKeys.timeline(query),
    queryFn: () => call(pointsApi.timeline, { body: query }),
    placeholderData: keepPreviousData,
  })

export const usePointConsumption = (query: ConsumeQuery) =>
  useQuery({
    queryKey: pointsKeys.consumption(query),
    queryFn: () => call(pointsApi.pointConsume, { body: query }),
    placeholderData: keepPreviousData,
  })
