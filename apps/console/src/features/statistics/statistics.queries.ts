import { type LeadPageBody, type SessionPageBody, statisticsApi, type StatisticsFilter } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const statisticsKeys = { all: ['statistics'] as const, leads: ['statistics', 'lead'] as const }

/** Figures go on changing while the page is open. */
const REFRESH_MS = 60_000
const common = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }

const key = (tab: string, body: object) => [...statisticsKeys.all, tab, body] as const

export const useOverview = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('overview', body), queryFn: () => call(statisticsApi.overview, { body }) })

export const useReception = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('reception', body), queryFn: () => call(statisticsApi.reception, { body }) })

export const useAiStatistics = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('ai', body), queryFn: () => call(statisticsApi.ai, { body }) })

export const useAgentStatistics = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('agent', body), queryFn: () => call(statisticsApi.agent, { body }) })

export const useChannelStatistics = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('channel', body), queryFn: () => call(statisticsApi.channel, { body }) })

export const useTagStatistics = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('tag', body), queryFn: () => call(statisticsApi.tag, { body }) })

export const useHeatmap = (body: StatisticsFilter) =>
  useQuery({ ...common, queryKey: key('heatmap', body), queryFn: () => call(statisticsApi.heatmap, { body }) })

export const useLeadPage = (body: LeadPageBody) =>
  useQuery({
    ...common,
    queryKey: [...statisticsKeys.leads, body],
    queryFn: () => call(statisticsApi.leadPage, { body }),
  })

export const useSessionPage = (body: SessionPageBody) =>
  useQuery({ ...common, queryKey: key('session', body), queryFn: () => call(statisticsApi.sessionPage, { body }) })
