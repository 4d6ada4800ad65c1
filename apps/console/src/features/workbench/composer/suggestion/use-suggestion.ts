import { type CustomerDetail, type Data, messageApi } from '@ruwu/contract'
import { waitsForPerson } from '@ruwu/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { useCan } from '../../../permission/index.ts'
import { useSendSetting } from '../send-setting.ts'

const NO_ITEMS: Data<typeof messageApi.suggest>['items'] = []

/**
 * Suggested replies to the customer's last message. Asked once per message, and only while it waits for this agent's answer; the request is
 * cancelled when another customer is opened.
 */
export function useSuggestion(customer: CustomerDetail, isOpen: boolean) {
  const { customerId, inboundCount, canHost } = customer
  const cache = useQueryClient()
  const { suggests } = useSendSetting()
  const mayAsk = useCan('im:aiAssist')
  const key = ['suggestion', customerId, inboundCount] as const
  const isOn = mayAsk && suggests && isOpen && canHost && waitsForPerson(customer)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(messageApi.suggest, { body: { customerId } }, { signal }),
    enabled: isOn,
    staleTime: Infinity,
    // As long as the page: a dismissed one does not come back.
    gcTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [chosen, setChosen] = useState({ inboundCount, index: 0 })
  const items = data?.items ?? NO_ITEMS
  const index = chosen.inboundCount === inboundCount ? chosen.index : 0
  return {
    item: isOn ? items[index] : undefined,
    items,
    index,
    seq: data?.seq,
    error: isOn && !data ? error : null,
    refetch,
    choose: (to: number) => setChosen({ inboundCount, index: to % Math.max(1, items.length) }),
    /** ✕, or taken over: not offered again for this message. */
    dismiss: () => cache.setQueryData<Data<typeof messageApi.suggest>>(key, { seq: data?.seq ?? 0, items: [] }),
  }
}

export type SuggestionState = ReturnType<typeof useSuggestion>
