import { type CustomerDetail, type Data, messageApi } from '@ruwu/contract'
import { waitsForPerson } from '@ruwu/domain'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { useCan } from '../../../permission/index.ts'
import { useSendSetting } from '../send-setting.ts'

/** Suggestions quote what the customer wrote, so they are not kept for the life of the page. */
const KEPT_MS = 10 * 60_000

/** Messages of customers whose suggestions were dismissed. */
const dismissed = createStore<ReadonlySet<string>>(new Set())

const NO_ITEMS: Data<typeof messageApi.suggest>['items'] = []

/**
 * Suggested replies to the customer's last message. Asked once per message, and only while it waits for this agent's answer; the request is
 * cancelled when another customer is opened.
 */
export function useSuggestion(customer: CustomerDetail, isOpen: boolean) {
  const { customerId, inboundCount, canHost } = customer
  const { suggests } = useSendSetting()
  const mayAsk = useCan('im:aiAssist')
  const message = `${customerId} ${inboundCount}`
  const isDismissed = useStore(dismissed, (messages) => messages.has(message))
  const isOn = mayAsk && suggests && !isDismissed && isOpen && canHost && waitsForPerson(customer)
  const { data, error, refetch } = useQuery({
    queryKey: ['suggestion', customerId, inboundCount],
    queryFn: ({ signal }) => call(messageApi.suggest, { body: { customerId } }, { signal }),
    enabled: isOn,
    staleTime: Infinity,
    gcTime: KEPT_MS,
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
    dismiss: () => dismissed.set(new Set([...dismissed.get(), message])),
  }
}

export type SuggestionState = ReturnType<typeof useSuggestion>
