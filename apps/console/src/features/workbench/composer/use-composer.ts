import {
  type Agent,
  type CustomerDetail,
  NOTE_MAX,
  type QuickReply,
  type AgentId,
  customerApi,
  type CustomerId,
} from '@ruwu/contract'
import { countCharacters, fillVariables, isTooLong, lengthText, sendLock } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useQueryClient, useMutation } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { useRealtime } from '../../../realtime/realtime-context.ts'
import { currentAgentId } from '../../../session/current-agent.ts'
import { useAgents, useMe } from '../../agent/index.ts'
import { useEnterpriseName } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { countReplyUse } from '../../quick-reply/index.ts'
import { customerKeys } from '../customer/customer-keys.ts'
import { useModelHelp } from '../model-help.queries.ts'
import { useArchiveOpen } from '../use-archive-open.ts'
import { partContent } from './card/card-content.ts'
import { noteComposing, noteComposingEnd, createTypingThrottle } from './composing.ts'
import { changeDraft, draftStore, useWholeDraft, focusComposer } from './draft/draft-store.ts'
import { EMPTY_DRAFT, type Draft, isTypedOver, NO_TEXT, withNoteBack, withSuggestion } from './draft/draft.ts'
import { replaceSpan } from './insert-text.ts'
import { mentionedIn } from './mention/mention.ts'
import type { OutgoingContent } from './sending/outgoing.ts'
import { sendQueue, whenSent } from './sending/sending.ts'
import type { SlashQuery } from './slash/slash.ts'
import { useRewrite } from './rewrite/use-rewrite.ts'
import { useSuggestion } from './suggestion/use-suggestion.ts'
import { texts } from './texts.ts'
import { useBox } from './use-box.ts'
import { useSendingAccount } from './use-sending-account.ts'

const tellTyping = createTypingThrottle(Date.now)

const NO_AGENTS: Agent[] = []

/** The counter appears from 80 % of the limit. */
const COUNTER_FROM = 0.8

/** State and actions of one customer's composer. */
export function useComposer(customer: CustomerDetail) {
  const { customerId, topicId } = customer
  const draft = useWholeDraft(customerId)
  const box = useBox(customerId, draft)
  const account = useSendingAccount(customer)
  const { send: sendFrame } = useRealtime()
  const { data: agents = NO_AGENTS } = useAgents()
  const fill = useFill(customer)
  const { mutate: writeNote, isPending: isWriting } = useSaveNote(agents)
  const { focus } = box
  const isNote = draft.mode === 'note'
  const max = isNote ? NOTE_MAX : account.textMax
  const count = countCharacters(box.value)
  const lock = sendLock(customer, account.openStatus, currentAgentId())
  /** Why nothing can be sent to the customer. */
  const closed = lock?.text ?? customer.quota.blocked?.text

  const suggestion = useSuggestion(customer, !isNote && closed === undefined)
  const help = useModelHelp(customer)
  const rewrite = useRewrite({ customerId, text: draft.text, points: help?.points ?? 0, edit: box.edit, focus })

  useQuotaEnd(customer)
  useEffect(() => noteComposingEnd, [])

  const type = (text: string, caret: number) => {
    if (!isNote && (text === '' || isTypedOver(draft.text, text))) changeDraft(customerId, { suggestedSeq: null })
    box.type(text, caret)
    if (text === '') return noteComposingEnd()
    noteComposing(customerId)
    return isNote ? undefined : tellTyping(topicId, sendFrame)
  }

  function sendToCustomer(contents: readonly OutgoingContent[]) {
    if (closed) return toast.warning(closed)
    return sendQueue().send(customerId, contents)
  }

  // Reads the draft when called, so the callback stays stable while typing.
  const sendDraft = useCallback(() => {
    const { text, quote, parts, suggestedSeq } = draftStore.find(customerId) ?? EMPTY_DRAFT
    const textContent: OutgoingContent[] = text.trim()
      ? [{ type: 'text', text: text.trim(), ...(quote && { reply: quote.chatId }) }]
      : []
    const contents = [...textContent, ...parts.map(partContent)]
    if (contents.length === 0 || closed || isTooLong(text, max)) return undefined
    changeDraft(customerId, { ...NO_TEXT, parts: [] })
    noteComposingEnd()
    const ofText = { quote, suggestedSeq: suggestedSeq ?? undefined }
    const chatIds = sendQueue().send(customerId, contents, textContent.length > 0 ? ofText : {})
    focus()
    return chatIds
  }, [customerId, closed, max, focus])

  const archive = useArchiveOpen()
  const canArchive = useCan('im:editCustomerInfo') && !isNote && !customer.archive
  const cache = useQueryClient()
  /**
   * 发送并归档: archived once the server has the message, since a reply takes a customer out of the archive; not when the customer has
   * written meanwhile.
   */
  const sendAndArchive = useCallback(() => {
    const chatIds = sendDraft()
    if (!chatIds) return
    whenSent(chatIds, () => {
      const now = cache.getQueryData<CustomerDetail>(customerKeys.detail(customer.customerId))
      if (now && now.inboundCount > customer.inboundCount) toast.warning(texts.notArchived)
      else archive(customer, true)
    })
  }, [sendDraft, archive, customer, cache])

  const saveNote = useCallback(() => {
    const { note, mentions } = draftStore.find(customerId) ?? EMPTY_DRAFT
    const text = note.trim()
    if (text === '' || isTooLong(note, max) || isWriting) return
    writeNote({ customerId, text, mentionIds: mentionedIn(text, agents, mentions), from: { note, mentions } })
    focus()
  }, [customerId, agents, max, isWriting, writeNote, focus])

  /** Replaces `/…` by a quick reply, or sends it at once. */
  function takeReply(reply: QuickReply, isSentAtOnce: boolean, query?: SlashQuery) {
    const filled = fill(reply.content)
    countReplyUse(reply.id)
    if (isSentAtOnce && !closed) {
      if (query) box.edit(replaceSpan(box.value, query, ''))
      const text: OutgoingContent[] = filled.trim() ? [{ type: 'text', text: filled }] : []
      return sendToCustomer([...text, ...reply.parts.map(partContent)])
    }
    if (query) box.edit(replaceSpan(box.value, query, filled))
    else box.insert(filled)
    if (reply.parts.length > 0) changeDraft(customerId, { parts: [...draft.parts, ...reply.parts] })
    // The drawer first restores the focus to its trigger.
    return focusComposer(customerId)
  }

  /** The suggested reply goes into the box, after what was typed. */
  function takeSuggestion() {
    const { item, seq, dismiss } = suggestion
    if (!item || seq === undefined) return
    const { text, suggestedSeq } = withSuggestion(draft, item.text, seq)
    box.edit({ text, caret: text.length })
    changeDraft(customerId, { suggestedSeq })
    dismiss()
    focus()
  }

  return {
    customer,
    draft,
    box,
    account,
    lock: isNote ? undefined : lock,
    closed,
    isNote,
    isEmpty: box.value.trim() === '' && (isNote || draft.parts.length === 0),
    isBusy: isWriting,
    counter: count >= max * COUNTER_FROM ? `${count}/${max}` : undefined,
    tooLong: count > max ? lengthText(max) : undefined,
    fill,
    type,
    send: isNote ? saveNote : sendDraft,
    sendAndArchive: canArchive ? sendAndArchive : undefined,
    sendToCustomer,
    takeReply,
    suggestion,
    takeSuggestion,
    /** Help of a model for the reply; undefined where there is none, and while nothing can be sent. */
    help: isNote || closed !== undefined ? undefined : help,
    rewrite,
  }
}

export type ComposerState = ReturnType<typeof useComposer>

/** Fills in the variables of a quick reply. */
function useFill({ name, subSourceName }: CustomerDetail) {
  const me = useMe()
  const enterprise = useEnterpriseName()
  return (text: string) =>
    fillVariables(text, { 客户昵称: name, 客服名: me?.name ?? '', 企业名: enterprise, 账号名: subSourceName })
}

/** Margin for clock skew to the server. */
const GRACE_MS = 500

/** No event marks the end of the reply window, so the customer is refetched at that time. */
function useQuotaEnd({ customerId, quota: { closesAt } }: CustomerDetail) {
  const cache = useQueryClient()
  useEffect(() => {
    if (closesAt === null) return undefined
    const left = Date.parse(closesAt) - Date.now()
    if (left < 0) return undefined
    const ask = () => void cache.invalidateQueries({ queryKey: customerKeys.detail(customerId) })
    const timer = setTimeout(ask, left + GRACE_MS)
    return () => clearTimeout(timer)
  }, [cache, customerId, closesAt])
}

type NewNote = { customerId: CustomerId; text: string; mentionIds: AgentId[]; from: Pick<Draft, 'note' | 'mentions'> }

/** Saves an internal note. The thread receives it by event; the box is cleared at once. Who may not see the customer was not told. */
const useSaveNote = (agents: readonly Agent[]) =>
  useMutation({
    mutationFn: ({ customerId, text, mentionIds }: NewNote) =>
      call(customerApi.createNote, { body: { customerId, text, mentionIds } }),
    onMutate: ({ customerId }) => changeDraft(customerId, { note: '', mentions: [] }),
    onSuccess: (note, { mentionIds }) => {
      const untold = new Set(mentionIds.filter((id) => !note.mentionIds.includes(id) && id !== note.agentId))
      const names = agents.filter(({ id }) => untold.has(id)).map(({ name }) => name)
      if (names.length > 0) toast.warning(texts.notTold(names.join('、')))
    },
    onError: (error, { customerId, from }) => {
      draftStore.change(customerId, (draft) => withNoteBack(draft, from))
      showError(error)
    },
  })
