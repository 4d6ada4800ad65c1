import type { LeadId, LeadItem } from '@ruwu/contract'
import { useState } from 'react'

export type LeadSelection = ReturnType<typeof useLeadSelection>

/** Chosen rows: kept by paging, cleared by another filter. */
export function useLeadSelection(filterKey: string) {
  const [chosen, setChosen] = useState<{ filterKey: string; items: LeadItem[] }>({ filterKey, items: [] })
  const items = chosen.filterKey === filterKey ? chosen.items : []
  return {
    items,
    isChosen: (leadId: LeadId) => items.some((item) => item.leadId === leadId),
    /** Chooses among the rows of a page; those of other pages stay. */
    choose: (rows: readonly LeadItem[], ids: readonly LeadId[]) => {
      const elsewhere = items.filter((item) => rows.every(({ leadId }) => leadId !== item.leadId))
      setChosen({ filterKey, items: [...elsewhere, ...rows.filter(({ leadId }) => ids.includes(leadId))] })
    },
    /** Only these stay chosen. */
    keep: (ids: readonly LeadId[]) =>
      setChosen({ filterKey, items: items.filter(({ leadId }) => ids.includes(leadId)) }),
    clear: () => setChosen({ filterKey, items: [] }),
  }
}
