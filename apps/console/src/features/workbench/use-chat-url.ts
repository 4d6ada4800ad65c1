import type { CustomerFilter, CustomerId } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useIsPhone } from '../../browser/media-query.ts'
import { currentAgentId } from '../../session/current-agent.ts'
import { readPlace, writePlace } from './chat-url.ts'
import type { AgentView } from './customer/customer-keys.ts'

/** The address of the page, and the ways to change it. */
export function useChatPlace() {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const { customerId, messageId, ...asked } = readPlace(search)
  const query = filterToQuery(asked).toString()
  const agentId = currentAgentId()
  // The same object as long as the address says the same: lists are kept by it.
  const view = useMemo<AgentView | undefined>(
    () => agentId && { agentId, ...filterFromQuery(new URLSearchParams(query)) },
    [agentId, query],
  )

  const show = useCallback(
    (next: ListView) =>
      setSearch((now) => {
        const { customerId, messageId } = readPlace(now)
        return writePlace({ ...next, customerId, messageId })
      }),
    [setSearch],
  )

  /** Where rows are beside the conversation, back undoes the last filter; on a phone it leads back to the list. */
  const open = useCallback(
    (next: CustomerId | undefined) =>
      setSearch((now) => writePlace({ ...readPlace(now), customerId: next, messageId: undefined }), {
        replace: !isPhone,
      }),
    [setSearch, isPhone],
  )

  return { view, customerId, messageId, show, open }
}

/** The address of one customer in the list one looks at. */
export const addressOfCustomer = (view: ListView, customerId: CustomerId) =>
  `/chat?${writePlace({ ...view, customerId, messageId: undefined }).toString()}`

export type ShowView = (next: ListView) => void
export type ChangeFilter = (part: Partial<CustomerFilter>) => void
