import { leadApi, type CallArgs, type CustomerId, type LeadId } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const leadKeys = {
  all: ['lead'] as const,
  list: (customerId: CustomerId) => ['lead', 'list', customerId] as const,
  pages: ['lead', 'page'] as const,
  page: (body: LeadPageArgs) => [...leadKeys.pages, body] as const,
  timeline: (leadId: LeadId) => ['lead', 'timeline', leadId] as const,
  countNew: ['lead', 'countNew'] as const,
}

export type LeadPageArgs = CallArgs<typeof leadApi.page>['body']

/** Page size; far above any real number of contacts. */
const MOST = 100

/** A customer's contacts, newest first. */
export const useLeads = (customerId: CustomerId) =>
  useQuery({
    queryKey: leadKeys.list(customerId),
    queryFn: async () => (await call(leadApi.list, { body: { customerId, pageSize: MOST } })).items,
  })

/** 线索 of all customers that the agent may see. */
export const useLeadPage = (body: LeadPageArgs, enabled = true) =>
  useQuery({
    queryKey: leadKeys.page(body),
    queryFn: () => call(leadApi.page, { body }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const useLeadTimeline = (leadId: LeadId) =>
  useQuery({ queryKey: leadKeys.timeline(leadId), queryFn: () => call(leadApi.timeline, { body: { leadId } }) })

/** 新线索 beside the menu item; 0 while it is not known. */
export const useNewLeadCount = (): number =>
  useQuery({ queryKey: leadKeys.countNew, queryFn: () => call(leadApi.countNew) }).data?.count ?? 0
