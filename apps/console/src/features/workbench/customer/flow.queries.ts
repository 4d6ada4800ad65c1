import { type CustomerId, flowReceptionApi, type MessageId, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const keys = {
  choices: (relationId: RelationId) => ['flow', 'choices', relationId] as const,
  running: (customerId: CustomerId, epoch: number) => ['flow', 'running', customerId, epoch] as const,
  origin: (messageId: MessageId) => ['flow', 'origin', messageId] as const,
}

/** Published flows change rarely: one fetch a minute serves all customers of an account. */
const CHOICES_FRESH_MS = 60_000

/** Flows that the 工作流 switch can start for customers of an account. */
export const useFlowChoices = (relationId: RelationId) =>
  useQuery({
    queryKey: keys.choices(relationId),
    queryFn: () => call(flowReceptionApi.choices, { body: { relationId } }),
    staleTime: CHOICES_FRESH_MS,
  })

/** The flow that receives the customer; another epoch is another reception. */
export const useRunningFlow = (customerId: CustomerId, epoch: number, isFlowing: boolean) =>
  useQuery({
    queryKey: keys.running(customerId, epoch),
    queryFn: () => call(flowReceptionApi.running, { query: { customerId } }),
    enabled: isFlowing,
    staleTime: Infinity,
  })

/** Rule or flow and step that sent an automatic message. */
export const useMessageOrigin = (messageId: MessageId) =>
  useQuery({
    queryKey: keys.origin(messageId),
    queryFn: () => call(flowReceptionApi.origin, { query: { messageId } }),
    staleTime: Infinity,
  })
