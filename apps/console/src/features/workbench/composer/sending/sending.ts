import { type CustomerDetail, type CustomerId, MESSAGE_STATUS, messageApi } from '@ruwu/contract'
import { SHORT_CODE_RANDOM_BYTES, shortCode } from '@ruwu/domain'
import { confirm, toast } from '@ruwu/ui'
import { createEvent } from '@ruwu/ui/store.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../api/call.ts'
import { browserStorage } from '../../../../browser/storage.ts'
import { browserTimers } from '../../../../realtime/browser-socket.ts'
import { currentAgentId } from '../../../../session/current-agent.ts'
import { onSessionEnd } from '../../../../session/session-end.ts'
import { customerKeys } from '../../customer/customer-keys.ts'
import { inOrder } from '../../customer/in-order.ts'
import { threadStore } from '../../thread/thread-store.ts'
import { restoreDraft } from '../draft/restore-draft.ts'
import { texts } from '../texts.ts'
import { createOutgoingStorage } from './outgoing-storage.ts'
import type { OutgoingContent } from './outgoing.ts'
import { holdPage, openPages } from './page-lock.ts'
import type { Refusal } from './send-outcome.ts'
import { createSendQueue, type SendQueue } from './send-queue.ts'

let current: { agentId: string; queue: SendQueue; end: () => void } | undefined
let cache: QueryClient | undefined

/** The queue of the signed-in agent. */
export function sendQueue(): SendQueue {
  const agentId = currentAgentId() ?? ''
  if (current?.agentId === agentId) return current.queue
  current?.end()
  current = begin(agentId)
  return current.queue
}

/** Starts the queue and continues messages left by closed tabs, once the thread store exists. */
function startSending(queryClient: QueryClient) {
  cache = queryClient
  sendQueue()
}

onSessionEnd(() => {
  current?.end()
  current = undefined
})

function begin(agentId: string) {
  const pageId = newCode()
  const release = holdPage(pageId)
  const storage = createOutgoingStorage({ storage: browserStorage, agentId, pageId, now: Date.now })
  const queue = createSendQueue({
    send: ({ customerId, chatId, content, confirmWarn, retry, suggestedSeq }) =>
      call(messageApi.send, { body: { customerId, chatId, content, confirmWarn, retry, suggestedSeq } }),
    inOrder,
    thread: {
      add: ({ customerId, ...message }) => threadStore.addPending(customerId, message),
      settle: (customerId, answer) => threadStore.settle(customerId, answer),
      fail: (customerId, chatId, reason) => threadStore.fail(customerId, chatId, reason),
      remove: (customerId, chatId) => threadStore.removePending(customerId, chatId),
    },
    storage,
    timers: browserTimers,
    now: () => new Date(),
    newChatId: newCode,
    pageId,
    isOnline: () => navigator.onLine,
    ask: (_, refusal) => askToSend(refusal),
    onReturn: restoreDraft,
    tell: (reason) => toast.error(reason),
    onAnswer: (customerId, answer) => {
      showQuota(customerId, answer.quota)
      ended.emit(answer.chatId, answer.status !== MESSAGE_STATUS.failed)
    },
    onUnsent: (chatId) => ended.emit(chatId, false),
  })
  window.addEventListener('online', queue.wake)
  void openPages().then((isOpen) => queue.adopt(storage.adopt(isOpen)))
  return {
    agentId,
    queue,
    end() {
      queue.stop()
      release()
      window.removeEventListener('online', queue.wake)
    },
  }
}

const ended = createEvent<[chatId: string, isSent: boolean]>()

/** Runs once when the server has accepted all of them; never after one failed or returned, also when it is sent again. */
export function whenSent(chatIds: readonly string[], run: () => void) {
  const left = new Set(chatIds)
  const stop = ended.on((chatId, isSent) => {
    if (!left.delete(chatId) || (isSent && left.size > 0)) return
    stop()
    if (isSent) run()
  })
}

/** Runs once with the next answer to a message, or its failure. */
export function whenEnded(chatId: string, run: (isSent: boolean) => void) {
  const stop = ended.on((each, isSent) => {
    if (each !== chatId) return
    stop()
    run(isSent)
  })
}

const newCode = () => shortCode(crypto.getRandomValues(new Uint8Array(SHORT_CODE_RANDOM_BYTES)))

/** The compliance check's question, or the text as it would be sent. */
export const askToSend = ({ message, replaced }: Refusal) =>
  replaced === undefined ? confirm({ title: message }) : confirm({ title: texts.replacedTitle, content: replaced })

const showQuota = (customerId: CustomerId, quota: CustomerDetail['quota']) =>
  cache?.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) => old && { ...old, quota })

/** 重发 of a message in the thread, whether stored by the server or not. */
export const resend = (customerId: CustomerId, message: { chatId: string; content: OutgoingContent }) =>
  sendQueue().resend(customerId, message)

/** 删除 of a message that never reached the server. */
export const dismiss = (customerId: CustomerId, chatId: string) => sendQueue().dismiss(customerId, chatId)

/** Runs the send queue while mounted, including messages left by closed tabs. */
export function useSending() {
  const cache = useQueryClient()
  useEffect(() => startSending(cache), [cache])
}
