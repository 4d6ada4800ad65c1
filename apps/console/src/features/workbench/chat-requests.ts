import type { CustomerId, StageId, TagId } from '@ruwu/contract'
import type { RemindChoice } from '@ruwu/domain'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useEffect, useRef } from 'react'
import { closeNoticePanel } from '../notice/index.ts'

/** What a part of the open customer may be opened with. */
type Given = {
  redirect: { note: string }
  tag: { tagId: TagId }
  stage: { stageId: StageId }
  reminder: { choice: RemindChoice; note: string }
  postpone: never
  schedule: never
  summary: never
  firstUnread: never
}

/** Parts of the open customer that a shortcut or a next step opens. */
export type ChatRequest = keyof Given

type Asked = { customerId: CustomerId; what: ChatRequest; given: Given[ChatRequest] | undefined }

const asked = createStore<Asked | undefined>(undefined)

const isInPanel = (what: ChatRequest) => what === 'tag' || what === 'stage'

/** Asks the part to open itself; it may still have to be put on screen. */
export function askFor<What extends ChatRequest>(customerId: CustomerId, what: What, given?: Given[What]) {
  // 通知中心 stands in place of the customer panel.
  if (isInPanel(what)) closeNoticePanel()
  asked.set({ customerId, what, given })
}

/** Runs once for a request, also for one made before this part was on screen. */
export function useChatRequest<What extends ChatRequest>(
  customerId: CustomerId,
  what: What,
  run: (given: Given[What] | undefined) => void,
) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const request = useStore(asked)
  useEffect(() => {
    if (request?.customerId !== customerId || request.what !== what) return
    asked.set(undefined)
    latest.current(request.given as Given[What] | undefined)
  }, [request, customerId, what])
}

/** Whether the part is asked for and not on screen yet. */
export const useIsAskedFor = (customerId: CustomerId, what: ChatRequest): boolean =>
  useStore(asked, (it) => it?.customerId === customerId && it.what === what)

/** The part cannot be shown. */
export function dropRequest(customerId: CustomerId, what: ChatRequest) {
  const it = asked.get()
  if (it?.customerId === customerId && it.what === what) asked.set(undefined)
}

/** Whether a part of the customer panel is wanted that is not on screen yet. */
export const useWantsPanel = (customerId: CustomerId): boolean =>
  useStore(asked, (it) => it?.customerId === customerId && isInPanel(it.what))
