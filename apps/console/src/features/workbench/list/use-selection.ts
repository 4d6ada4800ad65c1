import type { BulkResult, CustomerId, CustomerItem } from '@ruwu/contract'
import type { LongList } from '@ruwu/domain'
import { useCallback, useState } from 'react'

type Chosen = { name: string; chosen: ReadonlyMap<CustomerId, CustomerItem> }

const NO_SELECTION: ReadonlyMap<CustomerId, CustomerItem> = new Map()

/** 批量操作: the selected customers. Another filter resets it, another page does not. */
export function useSelection(listName: string) {
  const [isSelecting, setIsSelecting] = useState(false)
  const [selection, setSelection] = useState<Chosen>({ name: listName, chosen: NO_SELECTION })
  const chosen = selection.name === listName ? selection.chosen : NO_SELECTION

  const select = useCallback(
    (items: Iterable<CustomerItem>, isSelected: boolean) =>
      setSelection((old) => {
        const next = new Map(old.name === listName ? old.chosen : NO_SELECTION)
        for (const item of items) {
          if (isSelected) next.set(item.customerId, item)
          else next.delete(item.customerId)
        }
        return { name: listName, chosen: next }
      }),
    [listName],
  )
  const setSelecting = useCallback((isOn: boolean) => {
    setIsSelecting(isOn)
    setSelection((old) => ({ ...old, chosen: NO_SELECTION }))
  }, [])
  return { isSelecting, setSelecting, chosen, select }
}

/** 全选. Compares the counts first: on a long list few are selected. */
export const isAllChosen = (loaded: LongList<CustomerItem>, chosen: ReadonlyMap<CustomerId, CustomerItem>): boolean =>
  loaded.length > 0 && chosen.size >= loaded.length && loaded.slice().every(({ customerId }) => chosen.has(customerId))

/** Customers of a batch that need not stay selected; the failed ones do, for a retry. */
export const settledOf = (
  chosen: ReadonlyMap<CustomerId, CustomerItem>,
  failed: BulkResult['failed'],
): CustomerItem[] => [...chosen.values()].filter(({ customerId }) => !failed.some((it) => it.id === customerId))

export type Selection = ReturnType<typeof useSelection>
