import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { smsCode, type SMS_PURPOSES } from '../../db/schema/index.ts'

export type SmsPurpose = (typeof SMS_PURPOSES)[number]
type SmsCodeKey = { purpose: SmsPurpose; telephone: string }

const isCode = ({ purpose, telephone }: SmsCodeKey) =>
  and(eq(smsCode.purpose, purpose), eq(smsCode.telephone, telephone))

/** Replaces the code sent before it. */
export async function putCode(
  db: Queryable,
  key: SmsCodeKey,
  { codeHash, expiresAt }: { codeHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insert(smsCode)
    .values({ ...key, codeHash, expiresAt })
    .onConflictDoUpdate({ target: [smsCode.purpose, smsCode.telephone], set: { codeHash, expiresAt, tries: 0 } })
}

/** Counts a try before it is compared, so that concurrent tries count; undefined when the code is expired or used up. */
export async function countCodeTry(
  db: Queryable,
  key: SmsCodeKey,
  { tries, now }: { tries: number; now: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(smsCode)
    .set({ tries: sql`${smsCode.tries} + 1` })
    .where(and(isCode(key), gt(smsCode.expiresAt, now), lt(smsCode.tries, tries)))
    .returning({ codeHash: smsCode.codeHash })
  return row?.codeHash
}

/** False when the code was used or replaced meanwhile. */
export async function takeCode(db: Queryable, key: SmsCodeKey, codeHash: string): Promise<boolean> {
  const rows = await db
    .delete(smsCode)
    .where(and(isCode(key), eq(smsCode.codeHash, codeHash)))
    .returning({ purpose: smsCode.purpose })
  return rows.length > 0
}

export async function deleteExpiredCodes(db: Queryable, now: Date): Promise<void> {
  await db.delete(smsCode).where(lt(smsCode.expiresAt, now))
}
