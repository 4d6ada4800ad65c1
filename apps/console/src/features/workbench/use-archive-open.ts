import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { createContext, use, useCallback } from 'react'
import { useArchive } from './customer/customer.mutations.ts'
import { texts } from './texts.ts'

const noop = () => {}

type Moves = {
  /** Opens the row below the customer, or above it at the end of the list. False: another one is open, and stays. */
  goOn: (from: CustomerId) => boolean
  open: (customerId: CustomerId) => void
}

/** Moves of the open customer through the list; nothing outside /chat. */
export const MovesContext = createContext<Moves>({ goOn: () => false, open: noop })

type Archived = Pick<CustomerItem, 'customerId'>

/** 归档 of the open customer: the next one opens at once, and 撤销, where nothing was sent, leads back. 取消归档 stays. */
export function useArchiveOpen(): (customer: Archived, archive: boolean) => void {
  const { goOn, open } = use(MovesContext)
  const archiveRow = useArchiveRow(open)
  return useCallback(
    (customer, archive) => {
      if (archive) goOn(customer.customerId)
      archiveRow(customer, archive)
    },
    [goOn, archiveRow],
  )
}

/** The same for any row: the open customer stays. */
export function useArchiveRow(onUndone: (customerId: CustomerId) => void = noop) {
  const { mutateAsync } = useArchive()
  return useCallback(
    (customer: Archived, archive: boolean) => {
      const undo = async () => {
        await mutateAsync({ customer, archive: false, undo: true })
        onUndone(customer.customerId)
      }
      // Not by the callbacks of `mutate`, which end with this component: the menu and the thread close. The mutation shows errors.
      mutateAsync({ customer, archive }).then(
        (answer) => archive && tellArchived(answer?.isUndoable ? () => void undo().catch(noop) : undefined),
        noop,
      )
    },
    [mutateAsync, onUndone],
  )
}

const tellArchived = (undo: (() => void) | undefined) =>
  undo ? offerUndo(texts.archivedOne, undo) : toast.success(texts.archivedOne)

export const offerUndo = (text: string, undo: () => void) => toast.offer(text, { label: texts.undo, run: undo })
