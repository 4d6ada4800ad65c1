import { aiRunApi, type CustomerId, type MessageId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A message sent by the AI. */
export type AiMessage = { customerId: CustomerId; messageId: MessageId }

/** The record of how an answer was made. Fetched only when opened. */
export const useAiRun = (message: AiMessage) =>
  useQuery({
    queryKey: ['ai-run', message.customerId, message.messageId],
    queryFn: () => call(aiRunApi.forMessage, { body: message }),
    retry: false,
  })
