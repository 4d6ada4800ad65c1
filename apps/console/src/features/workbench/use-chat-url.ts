import type { CustomerFilter, CustomerId } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsPhone } from '../../browser/media-query.ts'
import { currentAgentId } from '../../session/current-agent.ts'
import { readChatUrl, writeChatUrl } from './chat-url.ts'
import type { AgentView } from './customer/customer-keys.ts'

/** The page's URL state and its changes. */
export function useChatUrl() {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const { customerId, messageId, seq, ...asked } = readChatUrl(search)
  const query = filterToQuery(asked).toString()
  const agentId = currentAgentId()
  // Memoised: the view is part of query keys.
  const view = useMemo<AgentView | undefined>(
    () => agentId && { agentId, ...filterFromQuery(new URLSearchParams(query)) },
    [agentId, query],
  )

  const show = useCallback(
    (next: ListView) =>
      setSearch((now) => {
        const { customerId, messageId, seq } = readChatUrl(now)
        return writeChatUrl({ ...next, customerId, messageId, seq })
      }),
    [setSearch],
  )

  // `setSearch` changes the address it was made for, but `open` also runs when an answer arrives: by then the filter may be another one.
  const openNow = useRef<(next: CustomerId | undefined) => void>(undefined)
  useEffect(() => {
    openNow.current = (next) =>
      setSearch(writeChatUrl({ ...readChatUrl(search), ...atEndOf(next) }), { replace: !isPhone })
    return () => {
      openNow.current = undefined
    }
  }, [search, setSearch, isPhone])
  /**
   * With the list beside the thread, back undoes the last filter; on a phone it returns to the list. Does nothing once the page was left.
   */
  const open = useCallback((next: CustomerId | undefined) => openNow.current?.(next), [])

  return { view, customerId, messageId, seq, show, open }
}

const atEndOf = (customerId: CustomerId | undefined) => ({ customerId, messageId: undefined, seq: undefined })

/** The URL of a customer within the current list. */
export const addressOfCustomer = (view: ListView, customerId: CustomerId) =>
  `/chat?${writeChatUrl({ ...view, ...atEndOf(customerId) }).toString()}`

export type ShowView = (next: ListView) => void
export type ChangeFilter = (part: Partial<CustomerFilter>) => void
