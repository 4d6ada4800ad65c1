import { pointsApi, type CallArgs } from '@ruwu/contract'
import { ACCOUNT_REFRESH_MS } from '@ruwu/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type BillQuery = CallArgs<typeof pointsApi.pageBills>['body']

export const pointsKeys = {
  all: ['points'] as const,
  account: ['points', 'account'] as const,
  lots: ['points', 'lots'] as const,
  setting: ['points', 'setting'] as const,
  bills: ['points', 'bills'] as const,
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
