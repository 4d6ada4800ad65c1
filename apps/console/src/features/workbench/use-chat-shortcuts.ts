import { type CustomerId, type CustomerItem, ERRORS } from '@ruwu/contract'
import { postponeRefusal } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { showError } from '../../api/show-error.ts'
import { isDialogOpen, isComposing } from '../../browser/keyboard.ts'
import { currentAgentId } from '../../session/current-agent.ts'
import { chatShortcutOf, repeatsWhileHeld, type ChatShortcut } from './chat-keys.ts'
import { askFor } from './chat-requests.ts'
import { changeDraft, focusComposer } from './composer/draft/draft-store.ts'
import { useActionsOf } from './customer/customer-actions.ts'
import { findCustomer } from './customer/customer-cache.ts'
import { useMarkUnread, useReceive, useRelease, useSetAiStatus, useSetStar } from './customer/customer.mutations.ts'
import type { ListHandle } from './list/list-body/list-body.tsx'
import { texts } from './texts.ts'
import { useArchiveOpen } from './use-archive-open.ts'

type Options = {
  list: RefObject<ListHandle | null>
  customerId: CustomerId | undefined
  onOpen: (customerId: CustomerId) => void
}

function whyNotPostpone(customer: CustomerItem): string {
  const me = currentAgentId()
  return (me && postponeRefusal(customer, me)) ?? ERRORS.forbidden.msg
}

/** The Alt shortcuts of `CHAT_KEYS`. */
export function useChatShortcuts(options: Options) {
  const act = useKeyActions(options)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = chatShortcutOf(event)
      if (!key || isComposing(event) || isDialogOpen()) return
      if ((event.repeat && !repeatsWhileHeld(key)) || latest.current(key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** True when the shortcut was handled. */
function useKeyActions({ list, customerId, onOpen }: Options): (key: ChatShortcut) => boolean {
  const cache = useQueryClient()
  const actOn = useCustomerActions()
  const step = (by: 1 | -1) => {
    const next = list.current?.neighbour(customerId, by)
    if (next) onOpen(next)
  }
  const openId = useRef(customerId)
  useEffect(() => {
    openId.current = customerId
  })
  const stepToUnread = async () => {
    try {
      const next = await list.current?.nextUnread(customerId)
      // The agent may have moved on meanwhile.
      if (openId.current !== customerId) return
      if (next) onOpen(next)
      else toast.info(texts.noUnread)
    } catch (error) {
      showError(error)
    }
  }
  return (key) => {
    if (key === 'previous') step(-1)
    else if (key === 'next') step(1)
    else if (key === 'nextUnread') void stepToUnread()
    else {
      const customer = customerId && findCustomer(cache, customerId)
      if (!customer) return false
      actOn(customer, key)
    }
    return true
  }
}

function write({ customerId }: CustomerItem, mode: 'reply' | 'note') {
  changeDraft(customerId, { mode })
  focusComposer(customerId)
}

type CustomerKey = Exclude<ChatShortcut, 'previous' | 'next' | 'nextUnread'>

/** What a shortcut does with the open customer; nothing where the agent may not. */
function useCustomerActions(): (customer: CustomerItem, key: CustomerKey) => void {
  const actionsOf = useActionsOf()
  const receive = useReceive()
  const release = useRelease()
  const archive = useArchiveOpen()
  const setAi = useSetAiStatus()
  const setStar = useSetStar()
  const markUnread = useMarkUnread()
  return (customer, key) => {
    const { customerId } = customer
    const { canReceive, canRelease, canRedirect, canPostpone, canEdit } = actionsOf(customer)
    const act: Record<CustomerKey, () => void> = {
      owner: () => {
        if (canReceive) receive.mutate({ customer })
        else if (canRelease) release.mutate({ customer })
      },
      redirect: () => canRedirect && askFor(customerId, 'redirect'),
      markUnread: () => markUnread.mutate({ customer }),
      write: () => write(customer, 'reply'),
      schedule: () => askFor(customerId, 'schedule'),
      note: () => write(customer, 'note'),
      tag: () => canEdit && askFor(customerId, 'tag'),
      stage: () => canEdit && askFor(customerId, 'stage'),
      reminder: () => askFor(customerId, 'reminder'),
      postpone: () => (canPostpone ? askFor(customerId, 'postpone') : toast.info(whyNotPostpone(customer))),
      firstUnread: () => askFor(customerId, 'firstUnread'),
      star: () => setStar.mutate({ customer, isStar: !customer.isStar }),
      archive: () => canEdit && archive(customer, !customer.archive),
      ai: () => canEdit && setAi.mutate({ customer, enableAi: !customer.enableAi }),
    }
    act[key]()
  }
}
