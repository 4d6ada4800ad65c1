import type { AccountType, AgentId, EntId, OpenStatus, RelationId, Source } from '@ruwu/contract'
import { and, asc, desc, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import { type AccountViewer, inScope, isInScope } from '../../customer/account-scope.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { boundSince, channelAccount } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type AccountRow = typeof channelAccount.$inferSelect
type NewAccount = typeof channelAccount.$inferInsert
export type AccountKey = Pick<AccountRow, 'entId' | 'id'>

export const isAccount = ({ entId, id }: AccountKey) => and(eq(channelAccount.entId, entId), eq(channelAccount.id, id))

/** An account and its sub-accounts. */
const isFamily = ({ entId, id }: AccountKey) =>
  and(eq(channelAccount.entId, entId), or(eq(channelAccount.id, id), eq(channelAccount.parentId, id)))

const isBound = ne(channelAccount.openStatus, 'unbound')

/** Newest binding first, main accounts before sub-accounts. */
export function listAccounts(db: Queryable, entId: EntId, source?: Source): Promise<AccountRow[]> {
  return db
    .select()
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), source && eq(channelAccount.source, source)))
    .orderBy(asc(channelAccount.accountType), desc(boundSince), asc(channelAccount.id))
}

/** Those the caller may see. */
export const listVisibleAccounts = async (
  db: Queryable,
  viewer: AccountViewer,
  source?: Source,
): Promise<AccountRow[]> => (await listAccounts(db, viewer.entId, source)).filter(({ id }) => isInScope(viewer, id))

/** Whether each is an account of the enterprise that the caller may see, or was chosen before by an agent who may. */
export async function mayChooseAccounts(
  db: Queryable,
  viewer: AccountViewer,
  ids: readonly RelationId[],
  before: readonly RelationId[] = [],
): Promise<boolean> {
  if (ids.some((id) => !isInScope(viewer, id) && !before.includes(id))) return false
  const rows = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, viewer.entId), inArray(channelAccount.id, [...ids])))
  return rows.length === new Set(ids).size
}

/** The platforms of these accounts. */
export async function sourcesOf(db: Queryable, entId: EntId, ids: readonly RelationId[]): Promise<Source[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ source: channelAccount.source })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, [...ids])))
    .groupBy(channelAccount.source)
  return rows.map(({ source }) => source)
}

/** The account first, then its sub-accounts. */
export function listFamily(db: Queryable, key: AccountKey): Promise<AccountRow[]> {
  return db
    .select()
    .from(channelAccount)
    .where(isFamily(key))
    .orderBy(asc(channelAccount.accountType), desc(boundSince), asc(channelAccount.id))
}

/** Row locks until commit in id order, so that two transactions can't deadlock. */
export function lockFamily(db: Queryable, key: AccountKey): Promise<AccountRow[]> {
  return db.select().from(channelAccount).where(isFamily(key)).orderBy(asc(channelAccount.id)).for('update')
}

export const lockAccounts = (db: Queryable, entId: EntId): Promise<AccountRow[]> =>
  db.select().from(channelAccount).where(eq(channelAccount.entId, entId)).orderBy(asc(channelAccount.id)).for('update')

export async function findAccount(db: Queryable, entId: EntId, id: RelationId): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(channelAccount).where(isAccount({ entId, id }))
  return row
}

export async function getAccount(db: Queryable, entId: EntId, id: RelationId): Promise<AccountRow> {
  const row = await findAccount(db, entId, id)
  if (!row) throw new NotFoundError('账号')
  return row
}

/** One out of the caller's scope looks absent (404, not 403). */
export async function getVisibleAccount(db: Queryable, viewer: AccountViewer, id: RelationId): Promise<AccountRow> {
  const row = await findAccount(db, viewer.entId, id)
  if (!row || !isInScope(viewer, id)) throw new NotFoundError('账号')
  return row
}

/** A sub-account's main account; a main account has none. */
export async function findParent(db: Queryable, { entId, parentId }: AccountRow): Promise<AccountRow | undefined> {
  return parentId === null ? undefined : findAccount(db, entId, parentId)
}

export async function lockAccount(db: Queryable, key: AccountKey): Promise<AccountRow> {
  const [row] = await db.select().from(channelAccount).where(isAccount(key)).for('update')
  if (!row) throw new NotFoundError('账号')
  return row
}

/** The account, when the switch of 企业知识库 changed. */
export async function setUsesShared(
  db: Queryable,
  key: AccountKey,
  usesShared: boolean,
): Promise<AccountRow | undefined> {
  const before = await lockAccount(db, key)
  if (before.usesShared === usesShared) return undefined
  const [row] = await db.update(channelAccount).set({ usesShared }).where(isAccount(key)).returning()
  return row
}

/** Bound main accounts of the enterprise. */
export async function countMainAccounts(db: Queryable, entId: EntId): Promise<number> {
  const rows = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.accountType, 'CORP'), isBound))
  return rows.length
}

/** The bound row; the unique index allows one enterprise at most. */
export function findBound(db: Queryable, source: Source, platformId: string): Promise<AccountRow | undefined> {
  return findFirst(db, eq(channelAccount.source, source), eq(channelAccount.platformId, platformId), isBound)
}

/** By bind code, which identifies one attempt and so one account. */
export function findByBindCode(db: Queryable, source: Source, bindCode: string): Promise<AccountRow | undefined> {
  return findFirst(db, eq(channelAccount.source, source), eq(channelAccount.bindCode, bindCode), isBound)
}

/** The enterprise's row for a platform account, bound or formerly bound: customers and history refer to it. */
export async function findOwn(
  db: Queryable,
  entId: EntId,
  account: { source: Source; platformId: string; accountType: AccountType },
): Promise<AccountRow | undefined> {
  const rows = await db
    .select()
    .from(channelAccount)
    .where(
      and(
        eq(channelAccount.entId, entId),
        eq(channelAccount.source, account.source),
        eq(channelAccount.platformId, account.platformId),
        eq(channelAccount.accountType, account.accountType),
      ),
    )
    .orderBy(desc(channelAccount.boundAt))
  return rows.find((row) => row.openStatus !== 'unbound') ?? rows[0]
}

async function findFirst(db: Queryable, ...conditions: SQL[]): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(channelAccount)
    .where(and(...conditions))
  return row
}

export async function insertAccount(db: Queryable, row: NewAccount): Promise<AccountRow> {
  const [inserted] = await db.insert(channelAccount).values(row).returning()
  if (!inserted) throw new Error('the account was not inserted')
  return inserted
}

export async function changeAccount(db: Queryable, key: AccountKey, change: Partial<NewAccount>): Promise<AccountRow> {
  const [changed] = await db.update(channelAccount).set(change).where(isAccount(key)).returning()
  if (!changed) throw new NotFoundError('账号')
  return changed
}

/** Changes accounts of a family with one of these states; returns them. */
export function updateFamilyStatus(
  db: Queryable,
  key: AccountKey,
  from: OpenStatus[],
  to: Partial<NewAccount> & { openStatus: OpenStatus },
): Promise<AccountRow[]> {
  return db
    .update(channelAccount)
    .set(to)
    .where(and(isFamily(key), inArray(channelAccount.openStatus, from)))
    .returning()
}

/** Sets accounts to unbound and deletes their tokens. */
export async function unbindAccounts(db: Queryable, entId: EntId, ids: RelationId[], now: Date): Promise<void> {
  await db
    .update(channelAccount)
    .set({
      openStatus: 'unbound',
      unboundAt: now,
      tokens: null,
      accessEndsAt: null,
      refreshEndsAt: null,
      keepAt: null,
      keepFailures: 0,
      updatedAt: now,
    })
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, ids)))
}

type LastBound = Pick<AccountRow, 'id' | 'name' | 'boundAt'>

/** The account authorised last; bound ones before unbound ones. */
export const findLastBound = (db: Queryable, entId: EntId): Promise<LastBound | undefined> =>
  findLast(db, eq(channelAccount.entId, entId))

/** The same of one source, bound now: of the caller's scope, or bound by the caller, who waits for it to open. */
export const findLastOpened = (
  db: Queryable,
  caller: AccountViewer & { agentId: AgentId },
  source: Source,
): Promise<LastBound | undefined> => {
  const scoped = inScope(caller, channelAccount.id)
  return findLast(
    db,
    eq(channelAccount.entId, caller.entId),
    eq(channelAccount.source, source),
    isBound,
    scoped && or(scoped, eq(channelAccount.boundBy, caller.agentId)),
  )
}

async function findLast(db: Queryable, ...conditions: (SQL | undefined)[]): Promise<LastBound | undefined> {
  const [row] = await db
    .select({ id: channelAccount.id, name: channelAccount.name, boundAt: channelAccount.boundAt })
    .from(channelAccount)
    .where(and(eq(channelAccount.accountType, 'CORP'), ...conditions))
    .orderBy(desc(isBound), desc(channelAccount.boundAt))
    .limit(1)
  return row
}
