import type { OwnerType, QuickReplyGroupId } from '@ruwu/contract'
import { FIRST_GROUP_TITLE, QUICK_REPLIES_MAX, QUICK_REPLY_GROUPS_MAX, QUICK_REPLY_TEXTS } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { insertGroups, type Library, listGroupsOf, lockLibrary, measureLibrary } from './quick-reply.repo.ts'

export type LibraryDeps = { db: Database; clock: Clock }

export const ownLibrary = ({ entId, agentId }: Caller): Library => ({ entId, agentId })

export const libraryOf = ({ entId, agentId }: Caller, ownerType: OwnerType): Library => ({
  entId,
  agentId: ownerType === 'agent' ? agentId : null,
})

/** The enterprise's library needs a permission; an agent's own does not. */
export function assertMayChange({ permissions }: Caller, { agentId }: Library): void {
  if (!agentId && !permissions.has('quickReply:manageEnterprise')) throw new UserFacingError('forbidden')
}

/** A change of one library: authorised, serialised with other changes of it, and told to the consoles that show it. */
export async function changeLibrary<T>(
  { db, clock }: LibraryDeps,
  caller: Caller,
  library: Library,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  assertMayChange(caller, library)
  const { entId, agentId } = library
  const done = db.transaction(async (tx) => {
    await lockLibrary(tx.sql, library)
    const result = await work(tx)
    const ownerType = agentId ? ('agent' as const) : ('enterprise' as const)
    tx.emit(
      entId,
      { type: 'quick_reply_change', ownerType, at: clock.now().toISOString(), operatorId: caller.agentId },
      agentId && { agentIds: [agentId] },
    )
    return result
  })
  return done.catch((error: unknown) => {
    throw isUniqueViolation(error, 'quick_reply_group_title')
      ? new FieldError({ title: QUICK_REPLY_TEXTS.groupTaken })
      : isUniqueViolation(error, 'quick_reply_code')
        ? new FieldError({ code: QUICK_REPLY_TEXTS.codeTaken })
        : error
  })
}

/** An audit entry for changes of the enterprise's library; an agent's own is their business alone. */
export async function recordChange(
  { clock }: LibraryDeps,
  tx: Transaction,
  caller: Caller,
  { agentId }: Library,
  entry: Parameters<typeof writeAudit>[2],
): Promise<void> {
  if (agentId === null) await writeAudit(tx.sql, caller, entry, clock.now())
}

/** Adds a group at the end; under the library's lock. */
export async function addGroup(
  tx: Transaction,
  library: Library,
  title: string,
  now: Date,
): Promise<QuickReplyGroupId> {
  const groups = await listGroupsOf(tx.sql, library)
  if (groups.length >= QUICK_REPLY_GROUPS_MAX) throw new UserFacingError('refused', QUICK_REPLY_TEXTS.tooManyGroups)
  const id = newId<QuickReplyGroupId>(now)
  const position = (groups.at(-1)?.position ?? -1) + 1
  await insertGroups(tx.sql, [{ ...library, id, ownerType: library.agentId ? 'agent' : 'enterprise', title, position }])
  return id
}

/** The library's first group, created if there is none. */
export async function firstGroup(tx: Transaction, library: Library, now: Date): Promise<QuickReplyGroupId> {
  const [first] = await listGroupsOf(tx.sql, library)
  return first?.id ?? (await addGroup(tx, library, FIRST_GROUP_TITLE, now))
}

/** The position of one more reply in the group; refused when the library is full. */
export async function nextPosition(tx: Transaction, library: Library, groupId: QuickReplyGroupId): Promise<number> {
  const { count, nextPosition: next } = await measureLibrary(tx.sql, library, groupId)
  if (count >= QUICK_REPLIES_MAX) throw new UserFacingError('refused', QUICK_REPLY_TEXTS.tooMany)
  return next
}
