import type { Capabilities, CustomerDetail, OpenStatus, RelationId, SimpleAccount } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { useMemo } from 'react'
import { useSimpleAccounts } from '../../channel/index.ts'
import type { LiveRules } from './guard/live-check.ts'

type SendingAccount = {
  openStatus: OpenStatus
  capabilities: Capabilities
  textMax: number
  /** Undefined until the account's own rules are loaded. */
  rules: LiveRules | undefined
  /** The accounts whose cards may be sent: its own and its main account's. */
  relationIds: readonly RelationId[]
}

/**
 * The account used to message a customer. Until it is loaded, and of one out of the agent's scope (one's own customers stay), the source's
 * general rules apply; the server decides.
 */
export function useSendingAccount({ source, subSourceId }: CustomerDetail): SendingAccount {
  const { data: accounts } = useSimpleAccounts()
  return useMemo(() => {
    const account = accounts?.find((it) => it.relationId === subSourceId)
    const capabilities = account?.capabilities ?? SOURCE_CAPABILITIES[source]
    return {
      openStatus: account?.openStatus ?? 'open',
      capabilities,
      textMax: Math.min(capabilities.text.maxChars, account?.guard.textChars ?? capabilities.text.maxChars),
      rules: account && { source, guard: account.guard },
      relationIds: familyOf(account, subSourceId),
    }
  }, [accounts, source, subSourceId])
}

const familyOf = (account: SimpleAccount | undefined, id: RelationId) =>
  account?.parentId ? [id, account.parentId] : [id]
