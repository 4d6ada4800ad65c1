import type { Agent, CustomerDetail } from '@ruwu/contract'
import { useCallback, useMemo, useState } from 'react'
import { showError } from '../../../../api/show-error.ts'
import { currentAgentId } from '../../../../session/current-agent.ts'
import { useAgents } from '../../../agent/index.ts'
import { useCan } from '../../../permission/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'
import { openCards } from '../../composer/card-requests.ts'
import { resend } from '../../composer/sending/sending.ts'
import { useFeedback } from '../message.mutations.ts'
import { MessageLayers, type Layer } from '../message-menu/message-layers.tsx'
import { threadStore } from '../thread-store.ts'
import type { LogContextValue } from './log-context.ts'

const NO_AGENTS: Agent[] = []

/** The context of the thread's messages, and the overlays they open. */
export function useLogContextValue(customer: CustomerDetail, keyword: string, canReply: boolean) {
  const { customerId, name, remark, avatar, source, subSourceName, aiName } = customer
  const [layer, setLayer] = useState<Layer>()
  const { data: everybody = NO_AGENTS } = useAgents()
  const agents = useMemo(() => new Map<string, Agent>(everybody.map((it) => [it.id, it])), [everybody])
  const meId = currentAgentId()
  const timeZone = useTimeZone()
  const canResendForOthers = customer.agentId === null || customer.agentId === meId
  const canEdit = useCan('im:editCustomerInfo')
  const canTeach = useCan('channelAccount:settingsEdit')
  const { mutate: rate } = useFeedback(customerId)
  // An overlay may have been replaced by the next one before it closes.
  const close = useCallback((kind: Layer['kind']) => setLayer((old) => (old?.kind === kind ? undefined : old)), [])

  const place = useMemo<LogContextValue>(() => {
    return {
      customer: { customerId, name, remark, avatar, source, subSourceName, aiName },
      meId,
      agents,
      timeZone,
      keyword,
      canReply,
      canResendForOthers,
      canEdit,
      canTeach,
      openMedia: (chatId) => setLayer({ kind: 'media', chatId }),
      openMenu: (line: Line, body: MessageBody, x: number, y: number) =>
        setLayer({ kind: 'menu', line, body, x, y, selection: selectionIn(line.chatId) }),
      resend: ({ chatId, content }) => resend(customerId, { chatId, content }),
      openBasis: (messageId) => setLayer({ kind: 'basis', messageId }),
      rate,
      offerLeadCard: () => openCards(customerId, 'lead_form'),
      goTo: (seq) => void threadStore.goTo(customerId, seq).catch(showError),
    }
  }, [
    customerId,
    name,
    remark,
    avatar,
    source,
    subSourceName,
    aiName,
    meId,
    agents,
    timeZone,
    keyword,
    canReply,
    canResendForOthers,
    canEdit,
    canTeach,
    rate,
  ])
  const layers = layer && <MessageLayers layer={layer} onChange={setLayer} onClose={close} />
  return { place, layers }
}

/** The text selected inside a message; empty when the selection is elsewhere. */
function selectionIn(chatId: string): string {
  const selection = window.getSelection()
  const article = document.querySelector(`article[data-chat="${CSS.escape(chatId)}"]`)
  const isInside = selection && article?.contains(selection.anchorNode) && article.contains(selection.focusNode)
  return isInside ? selection.toString().trim() : ''
}
