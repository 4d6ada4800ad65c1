import { type Customer, messageApi, type ModelHelp } from '@ruwu/contract'
import { useStore } from '@ruwu/ui/store.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { currentAgentId } from '../../session/current-agent.ts'
import { rolePreview } from '../../session/role-preview.ts'
import { useCan } from '../permission/index.ts'
import { useSendSetting } from './composer/send-setting.ts'

const STALE_MS = 5 * 60_000
/** Asked again when the server has refused a model: there may be another one, at another price. */
export const MODEL_HELP_KEY = ['model-help']

/**
 * Help of a model with a customer whom this agent may answer; undefined where there is none. Nothing is asked without the right, or switched
 * off by the agent.
 */
export function useModelHelp(customer: Pick<Customer, 'agentId'> | undefined): ModelHelp | undefined {
  const mayAsk = useCan('im:aiAssist')
  const canReply = useCan('im:replyCustomer')
  const { suggests } = useSendSetting()
  // A role is looked at read-only: nothing is spent.
  const isPreview = useStore(rolePreview) !== undefined
  const isOn = mayAsk && canReply && suggests && !isPreview
  const { data } = useQuery({
    queryKey: MODEL_HELP_KEY,
    queryFn: () => call(messageApi.modelHelp),
    enabled: isOn,
    staleTime: STALE_MS,
  })
  const owner = customer?.agentId
  const isOpen = owner === null || (owner !== undefined && owner === currentAgentId())
  return isOn && isOpen && data?.hasModel ? data : undefined
}
