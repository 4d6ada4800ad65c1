import type { Customer } from '@ruwu/contract'
import { canHandlePersonalData, hasPermission } from '@ruwu/domain'
import { type ReactNode, useState } from 'react'
import { onDemand } from '../../rendering/on-demand.tsx'
import { useMyPermissions } from '../permission/index.ts'
import { texts } from './texts.ts'

const EraseDialog = onDemand(async () => (await import('./erase-dialog.tsx')).EraseDialog)
const ExportDialog = onDemand(async () => (await import('./export-dialog.tsx')).ExportDialog)

type Person = Pick<Customer, 'customerId' | 'name' | 'remark'>
type Entry = { label: string; isOffered: boolean; run: () => void; danger?: boolean }

/** 导出个人信息 and 删除个人信息 for the menus of a customer. Returns their entries and the open dialog. */
export function usePersonalData(): { entriesOf: (customer: Person) => Record<string, Entry>; dialog: ReactNode } {
  const { data: mPerms } = useMyPermissions()
  const isOffered = canHandlePersonalData((permission) => hasPermission(mPerms, permission))
  const [open, setOpen] = useState<{ Dialog: typeof EraseDialog; customer: Person }>()
  return {
    entriesOf: (customer) => ({
      exportData: { label: texts.exportData, isOffered, run: () => setOpen({ Dialog: ExportDialog, customer }) },
      eraseData: {
        label: texts.eraseData,
        isOffered,
        danger: true,
        run: () => setOpen({ Dialog: EraseDialog, customer }),
      },
    }),
    dialog: open && <open.Dialog customer={open.customer} onClose={() => setOpen(undefined)} />,
  }
}
