import type { CaptchaId } from '@ruwu/contract'
import { and, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { captcha } from '../../db/schema/index.ts'

export async function insertCaptcha(db: Queryable, id: CaptchaId, answer: string, expiresAt: Date): Promise<void> {
  await db.insert(captcha).values({ id, answer, expiresAt })
}

/** A captcha is valid for one attempt: reading the answer deletes it. */
export async function takeCaptcha(db: Queryable, id: CaptchaId, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(captcha)
    .where(and(eq(captcha.id, id), gt(captcha.expiresAt, now)))
    .returning({ answer: captcha.answer })
  return row?.answer
}
