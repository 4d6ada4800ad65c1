import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Queryable } from '../../db/database.ts'
import { chatToken, chatUser, PUBLIC_SPACE } from '../../db/schema/index.ts'

export type ChatUserRow = typeof chatUser.$inferSelect

export async function findUser(db: Queryable, id: string): Promise<ChatUserRow | undefined> {
  const [row] = await db
    .select()
    .from(chatUser)
    .where(and(eq(chatUser.entId, PUBLIC_SPACE), eq(chatUser.id, id)))
  return row
}

/** False when the id is taken. */
export async function insertUser(
  db: Queryable,
  user: Pick<ChatUserRow, 'id' | 'passwordHash' | 'source' | 'extra'>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .insert(chatUser)
    .values({ ...user, entId: PUBLIC_SPACE, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: chatUser.id })
  return rows.length === 1
}

export type Profile = Partial<
  Pick<
    ChatUserRow,
    'displayName' | 'avatar' | 'gender' | 'city' | 'country' | 'locale' | 'publicKey' | 'allowGuest' | 'extra'
  >
>

export async function updateUser(db: Queryable, id: string, change: Profile, now: Date): Promise<void> {
  await db
    .update(chatUser)
    .set({ ...change, updatedAt: now })
    .where(and(eq(chatUser.entId, PUBLIC_SPACE), eq(chatUser.id, id)))
}

export async function insertToken(
  db: Queryable,
  token: { id: string; userId: string; tokenHash: Buffer; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.insert(chatToken).values({ ...token, entId: PUBLIC_SPACE, createdAt: now })
}

/** The token, neither revoked nor expired, with its enabled user. */
export async function findToken(db: Queryable, tokenHash: Buffer, now: Date) {
  const [row] = await db
    .select({ id: chatToken.id, user: chatUser })
    .from(chatToken)
    .innerJoin(chatUser, and(eq(chatUser.entId, chatToken.entId), eq(chatUser.id, chatToken.userId)))
    .where(
      and(
        eq(chatToken.tokenHash, tokenHash),
        isNull(chatToken.revokedAt),
        gt(chatToken.expiresAt, now),
        eq(chatUser.enabled, true),
      ),
    )
  return row
}

// Named statement, so that it is planned once per connection: it runs every few seconds for each busy client.
const FIND_TOKEN_OWNER = {
  name: 'find-token-owner',
  text: `select replace(t.id::text, '-', '') as id, t.user_id as "userId"
    from chat_token t join chat_user u on u.ent_id = t.ent_id and u.id = t.user_id
    where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and u.enabled`,
}

/** As `findToken`, with the user's id only. */
export async function findTokenOwner(
  pool: Pool,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: string; userId: string } | undefined> {
  const { rows } = await pool.query<{ id: string; userId: string }>({ ...FIND_TOKEN_OWNER, values: [tokenHash, now] })
  return rows[0]
}

export async function revokeToken(db: Queryable, id: string, now: Date): Promise<void> {
  await db
    .update(chatToken)
    .set({ revokedAt: now })
    .where(and(eq(chatToken.entId, PUBLIC_SPACE), eq(chatToken.id, id)))
}

/** The revoked or expired ones among these tokens. */
export async function endedTokens(db: Queryable, ids: string[], now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: chatToken.id })
    .from(chatToken)
    .where(and(inArray(chatToken.id, ids), or(isNotNull(chatToken.revokedAt), lte(chatToken.expiresAt, now))))
  return rows.map((row) => row.id)
}

export async function deleteOldTokens(db: Queryable, now: Date): Promise<void> {
  await db.delete(chatToken).where(lt(chatToken.expiresAt, now))
}
