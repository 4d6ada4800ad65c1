import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, oneOf } from './columns.ts'

export const SMS_PURPOSES = ['register', 'certify'] as const

/** The newest code sent to a number for one purpose. Deleted by the use of it; a further one replaces it. */
export const smsCode = pgTable(
  'sms_code',
  {
    purpose: text('purpose', { enum: SMS_PURPOSES }).notNull(),
    telephone: text('telephone').notNull(),
    /** A slow hash: six digits would be guessed from a fast one. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.purpose, t.telephone] }),
    index('sms_code_expires').on(t.expiresAt),
    check('sms_code_purpose', sql`${t.purpose} in (${oneOf(SMS_PURPOSES)})`),
  ],
)
