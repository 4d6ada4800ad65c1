import { type CustomerId, MESSAGE_STATUS, messageApi } from '@ruwu/contract'
import { call } from '../../../../api/call.ts'
import { resend, whenEnded } from './sending.ts'

/**
 * 重发 from outside the thread, through the same queue. True once the server has accepted the message, or has already: a colleague or
 * another tab sent it. When a check refuses it or the agent declines, the queue says why.
 */
export async function resendFailed(customerId: CustomerId, { id, seq }: { id: string; seq: number }): Promise<boolean> {
  const { items } = await call(messageApi.list, { body: { customerId, afterSeq: seq - 1, limit: 1 } })
  const message = items.find((it) => it.id === id)
  if (message?.status !== MESSAGE_STATUS.failed) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  whenEnded(message.chatId, resolve)
  resend(customerId, message)
  return promise
}
