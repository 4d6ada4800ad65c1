import type { AgentId, CaptchaId, EntId, Registration, SignedIn, SmsSent } from '@ruwu/contract'
import { REGISTER_TEXTS, SMS_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { checkNewPassword } from '../../platform/auth/new-password.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { Origin } from '../../platform/http/implement.ts'
import { newId } from '../../platform/ids.ts'
import { createEnterprise } from '../admin/index.ts'
import { insertAgent } from '../agent/index.ts'
import { type AuthService, checkCaptcha, findAccount } from '../auth/index.ts'
import type { SmsCodes } from '../sms/index.ts'

type Deps = { db: Database; clock: Clock; passwords: Passwords; auth: AuthService; smsCodes: SmsCodes }
type SmsRequest = { telephone: string; captchaId: CaptchaId; captchaCode: string }

export type RegisterService = ReturnType<typeof createRegisterService>

/** An enterprise and its first agent, the owner, who is signed in at once. */
export function createRegisterService({ db, clock, passwords, auth, smsCodes }: Deps) {
  return {
    /** Known numbers get a code too: the answer must not tell whether a number has an account. */
    async sendSms({ telephone, ...captcha }: SmsRequest, { ip }: Origin): Promise<SmsSent> {
      await checkCaptcha(db.sql, captcha, clock.now())
      return smsCodes.send('register', telephone, ip)
    },

    async submit({ entName, name, telephone, smsCode, password }: Registration, origin: Origin): Promise<SignedIn> {
      checkNewPassword(password, { telephone, field: 'password' })
      const code = await smsCodes.check('register', telephone, smsCode)
      const passwordHash = await passwords.hash(password)
      const now = clock.now()
      const entId = newId<EntId>(now)
      const agentId = newId<AgentId>(now)
      const token = await db
        .transaction(async (tx) => {
          // The row of the code is the lock: of two concurrent calls the second finds it gone and the account there.
          const isUsed = await code.use(tx.sql)
          if (await findAccount(tx.sql, telephone)) throw knownNumber()
          if (!isUsed) throw new FieldError({ smsCode: SMS_TEXTS.expired })
          const roles = await createEnterprise(tx.sql, { id: entId, name: entName }, now)
          if (!roles) throw new Error('the id of the new enterprise exists already')
          const owner = { entId, id: agentId, roleId: roles.admin, name, telephone, passwordHash }
          const signedIn = { status: 'online' as const, lastLoginAt: now, lastLoginIp: origin.ip }
          await insertAgent(tx.sql, { ...owner, ...signedIn, createdAt: now, updatedAt: now })
          const actor = { entId, agentId, ip: origin.ip }
          const entry = { action: 'enterprise.register', object: entId, name: entName } as const
          await writeAudit(tx.sql, actor, entry, now)
          return auth.openSession(tx, { entId, agentId }, origin)
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error, 'agent_telephone_unique') ? knownNumber() : error
        })
      auth.rememberDevice(telephone, origin)
      return { token, entId, id: agentId, entName }
    },
  }
}

const knownNumber = () => new FieldError({ telephone: REGISTER_TEXTS.knownNumber })
