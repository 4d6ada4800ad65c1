import { maskPhone, TWO_STEP_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { newTotpSecret, totpUri } from '../../platform/auth/totp.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { PendingLogin, SecondStep } from '../auth/index.ts'
import { acceptCode, countCodeTry, resetCodeTries, turnOn, wrongCode } from './second-factor.ts'
import { countRecoveryCodes, findTotp, isTotpRequired } from './totp.repo.ts'

const PURPOSE = 'sign-in second step'
/** Time to open the application, or to set it up, after the password. */
export const CHALLENGE_LIFE_MS = 10 * 60_000

/** Sealed into the challenge: the sign-in that waits for its code, and the secret of a set-up. */
type Waiting = { login: PendingLogin; setupSecret: string | null; until: number }

/** Second step of sign-ins: a code of the agent's application, a recovery code, or the set-up that the role demands. */
export function createSecondStep(deps: { db: Database; clock: Clock; secrets: Secrets }): SecondStep {
  const { db, clock, secrets } = deps

  function open(challenge: string): Waiting {
    try {
      const waiting = JSON.parse(secrets.open(PURPOSE, Buffer.from(challenge, 'base64url'))) as Waiting
      if (waiting.until > clock.now().getTime()) return waiting
    } catch {
      // Forged, or sealed with a key that is gone: the same answer as for one that is too old.
    }
    throw new UserFacingError('refused', TWO_STEP_TEXTS.expired)
  }

  return {
    async demand(login) {
      const isOn = (await findTotp(db.sql, login)) !== undefined
      if (!isOn && !(await isTotpRequired(db.sql, login))) return undefined
      const secret = isOn ? null : newTotpSecret()
      const waiting: Waiting = { login, setupSecret: secret, until: clock.now().getTime() + CHALLENGE_LIFE_MS }
      return {
        challenge: secrets.seal(PURPOSE, JSON.stringify(waiting)).toString('base64url'),
        setup: secret === null ? null : { secret, uri: totpUri(secret, maskPhone(login.telephone)) },
      }
    },

    async read(challenge) {
      const { login, setupSecret } = open(challenge)
      const { isLast } = await countCodeTry(db, login, clock.now())
      return { login, setupSecret, isLast }
    },

    async accept(tx, { login, setupSecret }, code, ip, now) {
      const actor = { ...login, ip }
      const entry = { object: login.agentId, name: login.name }
      await resetCodeTries(tx.sql, login)
      if (setupSecret !== null) {
        const codes = await turnOn(tx, secrets, login, { secret: setupSecret, typed: code, now })
        if (codes === undefined) throw wrongCode()
        // Turned on by another sign-in meanwhile: its secret counts.
        if (codes === false) throw new UserFacingError('refused', TWO_STEP_TEXTS.expired)
        await writeAudit(tx.sql, actor, { action: 'totp.enable', ...entry }, now)
        return codes
      }
      const kind = await acceptCode(tx, secrets, login, code, now)
      if (kind === undefined) throw wrongCode()
      if (kind === 'recovery') {
        const after = { recoveryLeft: await countRecoveryCodes(tx.sql, login) }
        await writeAudit(tx.sql, actor, { action: 'totp.recoveryUsed', ...entry, after }, now)
      }
      return []
    },
  }
}
