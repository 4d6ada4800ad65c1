import type { RelationId } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import type { StaffAccount } from '../../channels/source.ts'
import type { Queryable } from '../../db/database.ts'
import { channelAccount } from '../../db/schema/index.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountRow, changeAccount, findBound } from './account.repo.ts'

/** Adds a sub-account with its main account's state. Undefined when it is bound elsewhere. */
export async function addStaff(
  db: Queryable,
  main: AccountRow,
  before: AccountRow | undefined,
  staff: StaffAccount,
  now: Date,
): Promise<AccountRow | undefined> {
  const { source, openStatus, adStatus } = main
  if (await findBound(db, source, staff.platformId)) return undefined
  const change = {
    name: cleanText(staff.name ?? before?.name ?? staff.platformId),
    avatar: cleanText(staff.avatarUrl ?? before?.avatar ?? ''),
    openStatus,
    adStatus,
    boundAt: now,
    unboundAt: null,
    updatedAt: now,
  }
  if (before) return changeAccount(db, before, change)
  const [row] = await db
    .insert(channelAccount)
    .values({
      ...change,
      entId: main.entId,
      id: newId<RelationId>(now),
      source,
      accountType: 'KOS',
      parentId: main.id,
      platformId: staff.platformId,
      receptionMode: main.receptionMode,
      setting: defaultChannelSetting(source, 'KOS'),
      createdAt: now,
    })
    .returning()
  return row
}

/** Updates name and avatar from the platform. True when changed. */
export async function renameStaff(db: Queryable, row: AccountRow, staff: StaffAccount, now: Date): Promise<boolean> {
  const name = cleanText(staff.name ?? row.name)
  const avatar = cleanText(staff.avatarUrl ?? row.avatar)
  if (name === row.name && avatar === row.avatar) return false
  await changeAccount(db, row, { name, avatar, updatedAt: now })
  return true
}
