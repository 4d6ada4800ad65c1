import type { ExportFilters, ExportKind } from '@ruwu/contract'
import { canCloseEnterprise, type ExportRights } from '@ruwu/domain'
import { maskFor } from '../../customer/customer.view.ts'
import type { ExportSource, ExportType } from '../../platform/export-type.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { ExportRow } from './export.repo.ts'

/** Every kind of the contract with its list. */
export type ExportTypes = { [Kind in ExportKind]: ExportType<ExportFilters<Kind>> }

/** The list of a request; the contract has checked that the filters are of its kind. */
export const typeOf = (types: ExportTypes, kind: ExportKind) => types[kind] as ExportType<unknown>

/** Whether the caller may export it now. */
export const mayExport = ({ permission }: ExportType<unknown>, { permissions }: Caller): boolean =>
  permission === 'every' ? canCloseEnterprise((each) => permissions.has(each)) : permissions.has(permission)

export type AnySource = ExportSource<unknown>

export const rightsOf = (caller: Caller): ExportRights => ({
  mask: maskFor(caller),
  customerScope: caller.customerScope,
  accountScope: caller.accountScope,
})

const fileKey = ({ entId, id }: ExportRow, run: number) => `export/${entId}/${id}-${run}`

/** Each run has a file of its own: a run that was taken over cannot write into the file of its successor. */
export const fileOf = (row: ExportRow): string => fileKey(row, row.run)

/** Also those that earlier runs may have left when their node stopped. */
export async function removeFiles(storage: Storage, row: ExportRow, lastRun = row.run): Promise<void> {
  for (let run = 1; run <= lastRun; run += 1) await storage.remove(fileKey(row, run))
}
