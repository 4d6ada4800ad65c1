import { and, eq, inArray, lte } from 'drizzle-orm'
import type { AccountTokens } from '../../../channels/source.ts'
import type { Queryable } from '../../../db/database.ts'
import { channelAccount } from '../../../db/schema/index.ts'
import { sealedColumn } from '../../../db/sealed-column.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type AccountKey, type AccountRow, isAccount } from '../account.repo.ts'
import { accountPurpose, sealTokens } from './seal-tokens.ts'

export const accountTokens = sealedColumn(channelAccount, {
  column: 'tokens',
  key: ['entId', 'id'],
  purposeOf: accountPurpose,
})

/** Token columns, sealed. */
export const tokenColumns = (secrets: Secrets, key: AccountKey, tokens: AccountTokens | null) => ({
  tokens: tokens && sealTokens(secrets, accountPurpose(key), tokens),
  accessEndsAt: tokens?.accessExpiresAt ?? null,
  refreshEndsAt: tokens?.refreshExpiresAt ?? null,
  renewals: tokens?.renewals ?? 0,
})

/** Compare-and-set on the old tokens: undefined when the account was unbound or authorised again meanwhile. */
export async function replaceTokens(
  db: Queryable,
  secrets: Secrets,
  account: AccountRow,
  tokens: AccountTokens,
): Promise<AccountRow | undefined> {
  if (account.tokens === null) return undefined
  const [row] = await db
    .update(channelAccount)
    .set(tokenColumns(secrets, account, tokens))
    .where(and(isAccount(account), eq(channelAccount.tokens, account.tokens)))
    .returning()
  return row
}

/** Claims accounts due for a check (`for update skip locked`) until the given time. */
export async function claimDue(db: Queryable, now: Date, until: Date, limit: number): Promise<AccountRow[]> {
  const due = db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(lte(channelAccount.keepAt, now), inArray(channelAccount.openStatus, ['open', 'expiring'])))
    .orderBy(channelAccount.keepAt)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return db.update(channelAccount).set({ keepAt: until }).where(inArray(channelAccount.id, due)).returning()
}
