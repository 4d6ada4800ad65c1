import type { CustomerId, CustomerMessage } from '@ruwu/contract'
import { createEvent } from '@ruwu/ui/store.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { browserStorage } from '../../../../browser/storage.ts'
import { createDraftStore } from './create-draft-store.ts'
import { currentAgentId } from '../../../../session/current-agent.ts'
import { type Draft, draftPreview, EMPTY_DRAFT, withTextBack } from './draft.ts'

export const draftStore = createDraftStore({
  storage: browserStorage,
  agentId: () => currentAgentId() ?? '',
  now: Date.now,
})

draftStore.sweep()
window.addEventListener('storage', ({ key }) => draftStore.reread(key))

/** The text of an unfinished message for the list row; empty without one. */
export function useDraft(customerId: CustomerId): string {
  const read = useCallback(() => {
    const draft = draftStore.find(customerId)
    return draft ? draftPreview(draft) : ''
  }, [customerId])
  return useSyncExternalStore(draftStore.subscribe, read)
}

/** The whole draft of one customer. */
export function useWholeDraft(customerId: CustomerId): Draft {
  const read = useCallback(() => draftStore.find(customerId) ?? EMPTY_DRAFT, [customerId])
  return useSyncExternalStore(draftStore.subscribe, read)
}

export const changeDraft = (customerId: CustomerId, part: Partial<Draft>) =>
  draftStore.change(customerId, (draft) => ({ ...draft, ...part }))

const focusRequest = createEvent<[CustomerId]>()

/** Subscribes to requests to focus a customer's composer. */
export const onFocusRequest = focusRequest.on

/** Focuses the composer if the customer is open. */
export const focusComposer = (customerId: CustomerId) => void focusRequest.emit(customerId)

/** 引用: the next message quotes this one. */
export function quoteMessage(customerId: CustomerId, { chatId, senderName: name, content }: CustomerMessage) {
  changeDraft(customerId, { mode: 'reply', quote: { chatId, name, content } })
  focusComposer(customerId)
}

/** 重新编辑, or a message that could not be sent: the text returns to its customer's composer. */
export function restoreText(customerId: CustomerId, text: string) {
  draftStore.change(customerId, (draft) => withTextBack(draft, text))
  focusComposer(customerId)
}
