import { randomInt } from 'node:crypto'
import type { SmsSent } from '@ruwu/contract'
import {
  maskPhone,
  SMS_CODE_LIFE_MS,
  SMS_CODE_TRIES,
  SMS_PER_ADDRESS_AND_DAY,
  SMS_PER_NUMBER_AND_DAY,
  SMS_RESEND_SECONDS,
  SMS_TEXTS,
} from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable } from '../../db/database.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import { countAgainst, type Limit, undoTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import { countCodeTry, putCode, type SmsPurpose, takeCode } from './sms-code.repo.ts'
import type { SmsProvider } from './sms-provider.ts'

const DAY_MS = 86_400_000
const perDay = (most: number): Limit => ({ most, windowMs: DAY_MS })
const ONE_PER_MINUTE: Limit = { most: 1, windowMs: SMS_RESEND_SECONDS * 1000 }

export type SmsCodes = ReturnType<typeof createSmsCodes>

/** Codes that prove who holds a telephone. */
export function createSmsCodes(deps: {
  db: Database
  clock: Clock
  passwords: Passwords
  log: FastifyBaseLogger
  provider: SmsProvider
  /** Of all numbers together: each costs money. */
  mostPerDay: number
}) {
  const { db, clock, passwords, log, provider } = deps

  return {
    async send(purpose: SmsPurpose, telephone: string, ip: string): Promise<SmsSent> {
      const now = clock.now()
      const interval = `sms:interval:${telephone}`
      await countAgainst(
        db.sql,
        [
          // First, so that an address that asks for made-up numbers leaves a bounded number of rows.
          [`sms:address:${limitAddress(ip)}`, perDay(SMS_PER_ADDRESS_AND_DAY)],
          [interval, ONE_PER_MINUTE],
          [`sms:number:${telephone}`, perDay(SMS_PER_NUMBER_AND_DAY)],
          ['sms', perDay(deps.mostPerDay)],
        ],
        now,
      )
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const codeHash = await passwords.hash(code)
      await putCode(db.sql, { purpose, telephone }, { codeHash, expiresAt: new Date(now.getTime() + SMS_CODE_LIFE_MS) })
      try {
        await provider.send(telephone, code)
      } catch (error) {
        log.error({ err: error, telephone: maskPhone(telephone) }, 'an SMS could not be sent')
        // Another try at once; the days' counts stay, because the provider may have charged this one.
        await undoTry(db.sql, interval)
        throw new UserFacingError('refused', SMS_TEXTS.failed)
      }
      return { isSent: provider.sends, code: provider.showsCodes ? code : null }
    },

    /**
     * Refuses a wrong or dead code. The answer uses the right one up, in the transaction of what it was sent for; false when another
     * call was faster.
     */
    async check(
      purpose: SmsPurpose,
      telephone: string,
      code: string,
    ): Promise<{ use(sql: Queryable): Promise<boolean> }> {
      const key = { purpose, telephone }
      const codeHash = await countCodeTry(db.sql, key, { tries: SMS_CODE_TRIES, now: clock.now() })
      if (codeHash === undefined) throw new FieldError({ smsCode: SMS_TEXTS.expired })
      if (!(await passwords.verify(codeHash, code))) throw new FieldError({ smsCode: SMS_TEXTS.wrong })
      return { use: (sql) => takeCode(sql, key, codeHash) }
    },
  }
}
