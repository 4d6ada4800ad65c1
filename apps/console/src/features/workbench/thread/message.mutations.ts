import {
  customerApi,
  leadApi,
  messageApi,
  quickReplyApi,
  type CallArgs,
  type CustomerId,
  type CustomerMessage,
  type MessageId,
  type NoteId,
} from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { report } from '../../../monitoring/monitoring.ts'
import { leadKeys } from '../../lead/index.ts'
import { quickReplyKeys } from '../../quick-reply/index.ts'
import { keepRecalled } from './bubble/recalled-texts.ts'
import { texts } from './texts.ts'
import { threadStore } from './thread-store.ts'

/** Applies the response at once; the event that follows carries the same data. */
const takeInto = (customerId: CustomerId) => (message: CustomerMessage) => threadStore.take(customerId, message)

/** 撤回. The text is kept for 重新编辑. */
export const useWithdraw = (customerId: CustomerId) =>
  useMutation({
    mutationFn: ({ id }: CustomerMessage) => call(messageApi.withdraw, { body: { id } }),
    onSuccess: (answer, { chatId, content }) => {
      if (content.type === 'text' && content.text) keepRecalled(chatId, content.text, Date.now())
      takeInto(customerId)(answer)
    },
    onError: showError,
  })

/** Audit: records that text with an unmasked contact was copied. The copy does not depend on it. */
export function reportMessageCopied(id: MessageId) {
  call(messageApi.copied, { body: { id } }).catch(report)
}

export type Rating = CallArgs<typeof messageApi.feedback>['body']

export const useFeedback = (customerId: CustomerId) =>
  useMutation({
    mutationFn: (body: Rating) => call(messageApi.feedback, { body }),
    onSuccess: takeInto(customerId),
    onError: showError,
  })

export const useRemoveNote = () =>
  useMutation({
    mutationFn: (id: NoteId) => call(customerApi.removeNote, { query: { id } }),
    onSuccess: () => toast.success(texts.noteRemoved),
    onError: showError,
  })

/** 转为备注: adds the text as an internal note. */
export const useWriteNote = (customerId: CustomerId) =>
  useMutation({
    mutationFn: (text: string) => call(customerApi.createNote, { body: { customerId, text } }),
    onSuccess: () => toast.success(texts.noted),
    onError: showError,
  })

type KeptReply = CallArgs<typeof quickReplyApi.keep>['body']

export function useKeepReply() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: KeptReply) => call(quickReplyApi.keep, { body }),
    onSuccess: () => {
      toast.success(texts.kept)
      void cache.invalidateQueries({ queryKey: quickReplyKeys.all })
    },
  })
}

export type NewLead = CallArgs<typeof leadApi.create>['body']

export function useCreateLead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: NewLead) => call(leadApi.create, { body }),
    onSuccess: (_, { customerId }) => {
      toast.success(texts.leadSaved)
      void cache.invalidateQueries({ queryKey: leadKeys.list(customerId) })
    },
  })
}
