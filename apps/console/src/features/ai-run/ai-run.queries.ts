import { aiRunApi, type CustomerId, type MessageId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A message the AI said. */
export type AiMessage = { customerId: CustomerId; messageId: MessageId }

/** How an answer came about. It is asked for only where somebody wants to know. */
export const useAiRun = (of: AiMessage) =>
  useQuery({
    queryKey: ['ai-run', of.customerId, of.messageId],
    queryFn: () => call(aiRunApi.ofMessage, { body: of }),
    retry: false,
  })
