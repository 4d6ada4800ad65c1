import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { requestAnswer } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'

export const ANSWER_PURPOSE = 'request-answer'

export const requestAnswers = sealedColumn(requestAnswer, {
  column: 'answer',
  key: ['key'],
  purposeOf: () => ANSWER_PURPOSE,
})

type Claim = { key: Buffer; claimedAt: Date }

/** claimedAt is part of the condition: an abandoned claim may have been taken over by another request. */
const isClaim = ({ key, claimedAt }: Claim) => and(eq(requestAnswer.key, key), eq(requestAnswer.claimedAt, claimedAt))

/** Inserts the claim, or takes over an abandoned or outdated one; true when this caller holds it now. */
export async function claimRequest(
  db: Queryable,
  key: Buffer,
  now: Date,
  { abandonedBefore, outdatedBefore }: { abandonedBefore: Date; outdatedBefore: Date },
): Promise<boolean> {
  const isAbandoned = and(isNull(requestAnswer.answer), lt(requestAnswer.claimedAt, abandonedBefore))
  const rows = await db
    .insert(requestAnswer)
    .values({ key, claimedAt: now })
    .onConflictDoUpdate({
      target: requestAnswer.key,
      set: { claimedAt: now, answer: null },
      setWhere: or(isAbandoned, lt(requestAnswer.claimedAt, outdatedBefore)),
    })
    .returning({ key: requestAnswer.key })
  return rows.length === 1
}

export async function releaseClaim(db: Queryable, claim: Claim): Promise<void> {
  await db.delete(requestAnswer).where(isClaim(claim))
}

export async function saveAnswer(db: Queryable, claim: Claim, answer: Buffer): Promise<void> {
  await db.update(requestAnswer).set({ answer }).where(isClaim(claim))
}

export async function findAnswer(db: Queryable, key: Buffer): Promise<{ answer: Buffer | null } | undefined> {
  const [row] = await db.select({ answer: requestAnswer.answer }).from(requestAnswer).where(eq(requestAnswer.key, key))
  return row
}

export async function deleteAnswersBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(requestAnswer).where(lt(requestAnswer.claimedAt, before))
}
