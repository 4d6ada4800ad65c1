import type { CustomerFilter, CustomerId } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'
import { useCallback, useMemo } from 'react'
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

  /** With the list beside the thread, back undoes the last filter; on a phone it returns to the list. */
  const open = useCallback(
    (next: CustomerId | undefined) =>
      setSearch((now) => writeChatUrl({ ...readChatUrl(now), ...atEndOf(next) }), {
        replace: !isPhone,
      }),
    [setSearch, isPhone],
  )

  return { view, customerId, messageId, seq, show, open }
}

const atEndOf = (customerId: CustomerId | undefined) => ({ customerId, messageId: undefined, seq: undefined })

/** The URL of a customer within the current list. */
export const addressOfCustomer = (view: ListView, customerId: CustomerId) =>
  `/chat?${writeChatUrl({ ...view, ...atEndOf(customerId) }).toString()}`

export type ShowView = (next: ListView) => void
export type ChangeFilter = (part: Partial<CustomerFilter>) => void
