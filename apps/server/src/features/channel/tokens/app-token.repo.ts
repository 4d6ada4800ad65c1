import type { Source } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import type { AccountTokens } from '../../../channels/source.ts'
import type { Queryable } from '../../../db/database.ts'
import { channelAppToken } from '../../../db/schema/index.ts'
import { sealedColumn } from '../../../db/sealed-column.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { appPurpose, openTokens, sealTokens } from './seal-tokens.ts'

export const appTokens = sealedColumn(channelAppToken, {
  column: 'tokens',
  key: ['source'],
  purposeOf: ({ source }) => appPurpose(source),
})

export type StoredAppToken = { tokens: AccountTokens; updatedAt: Date }

export async function findAppToken(
  db: Queryable,
  secrets: Secrets,
  source: Source,
): Promise<StoredAppToken | undefined> {
  const [row] = await db.select().from(channelAppToken).where(eq(channelAppToken.source, source))
  return row && { tokens: openTokens(secrets, appPurpose(source), row.tokens), updatedAt: row.updatedAt }
}

/** Both halves of the pair in one statement. */
export async function storeAppToken(
  db: Queryable,
  secrets: Secrets,
  source: Source,
  tokens: AccountTokens,
  now: Date,
): Promise<void> {
  const row = {
    tokens: sealTokens(secrets, appPurpose(source), tokens),
    accessEndsAt: tokens.accessExpiresAt,
    refreshEndsAt: tokens.refreshExpiresAt,
    updatedAt: now,
  }
  await db
    .insert(channelAppToken)
    .values({ source, ...row })
    .onConflictDoUpdate({ target: channelAppToken.source, set: row })
}
