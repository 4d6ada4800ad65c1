import type { CustomerId } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { isBehindDialog, isComposing } from '../../keys.ts'
import type { ListHandle } from './components/list-body.tsx'
import { useActionsOf } from './customer-actions.ts'
import { findCustomer } from './customer-cache.ts'
import { useArchive, useReceive, useRelease, useSetAiStatus } from './customer.mutations.ts'

type Options = {
  list: RefObject<ListHandle | null>
  customerId: CustomerId | undefined
  onOpen: (customerId: CustomerId) => void
}

/** Alt with an arrow goes through the list; Alt with R, A or I receives, archives and hosts. */
export function useChatKeys(options: Options) {
  const act = useKeyActions(options)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || isComposing(event) || isBehindDialog()) return
      // By its place: with Alt held down, a Mac writes another letter.
      if (latest.current(event.code)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** True when the key meant something. */
function useKeyActions({ list, customerId, onOpen }: Options): (code: string) => boolean {
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
  return (code) => {
    if (code === 'ArrowUp') return step(-1)
    if (code === 'ArrowDown') return step(1)
    const customer = customerId && findCustomer(cache, customerId)
    if (!customer) return false
    const { canReceive, canRelease, canEdit } = actionsOf(customer)
    if (code === 'KeyR' && canReceive) receive.mutate({ customer })
    else if (code === 'KeyR' && canRelease) release.mutate({ customer })
    else if (code === 'KeyA' && canEdit) archive.mutate({ customer, archive: !customer.archive })
    else if (code === 'KeyI' && canEdit) setAi.mutate({ customer, enableAi: !customer.enableAi })
    return ['KeyR', 'KeyA', 'KeyI'].includes(code)
  }
}
