import type { CustomerId } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { isDialogOpen, isComposing } from '../../browser/keyboard.ts'
import { useActionsOf } from './customer/customer-actions.ts'
import { findCustomer } from './customer/customer-cache.ts'
import { useArchive, useReceive, useRelease, useSetAiStatus } from './customer/customer.mutations.ts'
import type { ListHandle } from './list/list-body/list-body.tsx'

type Options = {
  list: RefObject<ListHandle | null>
  customerId: CustomerId | undefined
  onOpen: (customerId: CustomerId) => void
}

/** Alt+arrows move through the list; Alt+R, A and I receive, archive and toggle the AI. */
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
  const actionsOf = useActionsOf()
  const receive = useReceive()
  const release = useRelease()
  const archive = useArchive()
  const setAi = useSetAiStatus()

  const step = (by: 1 | -1) => {
    const next = list.current?.neighbour(customerId, by)
    if (next) onOpen(next)
    return true
  }
  return (key) => {
    if (key === 'previous') return step(-1)
    if (key === 'next') return step(1)
    const customer = customerId && findCustomer(cache, customerId)
    if (!customer) return false
    const { canReceive, canRelease, canEdit } = actionsOf(customer)
    if (key === 'owner' && canReceive) receive.mutate({ customer })
    else if (key === 'owner' && canRelease) release.mutate({ customer })
    else if (key === 'archive' && canEdit) archive.mutate({ customer, archive: !customer.archive })
    else if (key === 'ai' && canEdit) setAi.mutate({ customer, enableAi: !customer.enableAi })
    return true
  }
}

export type ChatShortcut = 'previous' | 'next' | 'owner' | 'archive' | 'ai'

type Key = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>

// By physical key (`code`): with Alt held, macOS produces another character.
const KEYS: Record<string, ChatShortcut> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  KeyR: 'owner',
  KeyA: 'archive',
  KeyI: 'ai',
}

/** The action of an Alt shortcut. */
export const chatShortcutOf = ({ code, altKey, ctrlKey, metaKey }: Key): ChatShortcut | undefined =>
  altKey && !ctrlKey && !metaKey ? KEYS[code] : undefined

/** Only the arrows repeat while held; toggles act once. */
export const repeatsWhileHeld = (key: ChatShortcut): boolean => key === 'previous' || key === 'next'
