import type { AdStatus, OpenStatus, ReceptionMode, Source } from '@ruwu/contract'
import type { AccountViewer } from '../../customer/account-scope.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { type AccountRow, listVisibleAccounts } from './account.repo.ts'

export type AccountFilter = {
  openStatus?: OpenStatus | 'abnormal' | undefined
  adStatus?: AdStatus | undefined
  receptionMode?: ReceptionMode | undefined
  keyword?: string | undefined
}

type Family = { main: AccountRow; staff: AccountRow[] }

/** Main accounts with matching sub-accounts; a main account that does not match is included if a sub-account does. */
export function filterFamilies(rows: readonly AccountRow[], filter: AccountFilter): Family[] {
  return rows
    .filter((row) => row.accountType === 'CORP' && hasState(row, filter))
    .flatMap((main) => {
      const staff = rows.filter((row) => row.parentId === main.id && isShownBelow(main, row))
      // A keyword match on the main account includes all its sub-accounts.
      const isNamed = hasKeyword(main, filter)
      const fitting = staff.filter((row) => hasMode(row, filter) && (isNamed || hasKeyword(row, filter)))
      return (isNamed && hasMode(main, filter)) || fitting.length > 0 ? [{ main, staff: fitting }] : []
    })
}

/** Main accounts that the list shows the caller with the filter 异常, by source. */
export async function countAbnormal(db: Queryable, viewer: AccountViewer): Promise<Record<Source, number>> {
  const families = filterFamilies(await listVisibleAccounts(db, viewer), { openStatus: 'abnormal' })
  const count = (source: Source) => families.filter(({ main }) => main.source === source).length
  return { redbook: count('redbook'), douyin: count('douyin') }
}

function hasState(row: AccountRow, { openStatus, adStatus }: AccountFilter): boolean {
  if (adStatus !== undefined && row.adStatus !== adStatus) return false
  if (openStatus === undefined) return row.openStatus !== 'unbound'
  if (openStatus === 'abnormal') return row.openStatus === 'expiring' || row.openStatus === 'needs_reauth'
  return row.openStatus === openStatus
}

/** A bound main account shows bound sub-accounts only; an unbound one shows all. */
const isShownBelow = (main: AccountRow, row: AccountRow) =>
  main.openStatus === 'unbound' || row.openStatus !== 'unbound'

const hasMode = (row: AccountRow, { receptionMode }: AccountFilter) =>
  receptionMode === undefined || row.receptionMode === receptionMode

function hasKeyword(row: AccountRow, { keyword }: AccountFilter): boolean {
  if (!keyword) return true
  const wanted = keyword.toLowerCase()
  return [row.name, row.platformId, row.setting.remark].some((text) => text.toLowerCase().includes(wanted))
}
