import type { AgentId, EntId } from '@ruwu/contract'
import { readSecondCode, RECOVERY_CODE_LENGTH, RECOVERY_CODES, TWO_STEP_TEXTS } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { countTry, type Limit, resetTries } from '../../platform/auth/throttle.repo.ts'
import { hashToken } from '../../platform/auth/token.ts'
import { matchingStep, randomBase32 } from '../../platform/auth/totp.ts'
import { FieldError, TooOftenError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findTotp, insertTotp, replaceRecoveryCodes, takeRecoveryCode, takeStep, totpPurpose } from './totp.repo.ts'

type AgentKey = { entId: EntId; agentId: AgentId }

/** Counted per agent, not per address: the request is only reached with the right password. */
export const WRONG_CODES: Limit = { most: 5, windowMs: 15 * 60_000 }

export const wrongCode = () => new FieldError({ code: TWO_STEP_TEXTS.wrong })

const triesOf = ({ agentId }: AgentKey) => `second-step:${agentId}`

/** Counts before the code is checked, so that concurrent tries count; a right one resets it. */
export async function countCodeTry(db: Database, key: AgentKey, now: Date): Promise<{ isLast: boolean }> {
  const { count, endsAt } = await countTry(db.sql, triesOf(key), WRONG_CODES, now)
  if (count > WRONG_CODES.most)
    throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000), TWO_STEP_TEXTS.tooMany)
  return { isLast: count === WRONG_CODES.most }
}

export const resetCodeTries = (db: Queryable, key: AgentKey): Promise<void> => resetTries(db, triesOf(key))

/** Which kind of code was right. It is used up by the transaction; undefined: wrong, or used before. */
export async function acceptCode(
  tx: Transaction,
  secrets: Secrets,
  key: AgentKey,
  typed: string,
  now: Date,
): Promise<'totp' | 'recovery' | undefined> {
  const read = readSecondCode(typed)
  const totp = read && (await findTotp(tx.sql, key))
  if (!totp) return undefined
  if (read.kind === 'recovery')
    return (await takeRecoveryCode(tx.sql, key, recoveryHash(key, read.code), now)) ? 'recovery' : undefined
  const step = matchingStep(secrets.open(totpPurpose(key), totp.secret), read.code, now)
  return step !== undefined && (await takeStep(tx.sql, key, step)) ? 'totp' : undefined
}

/** Turns the second step on with the first code of a new secret; undefined when the code is wrong, false when it is on already. */
export async function turnOn(
  tx: Transaction,
  secrets: Secrets,
  { entId, agentId }: AgentKey,
  { secret, typed, now }: { secret: string; typed: string; now: Date },
): Promise<string[] | false | undefined> {
  const read = readSecondCode(typed)
  const lastStep = read?.kind === 'totp' ? matchingStep(secret, read.code, now) : undefined
  if (lastStep === undefined) return undefined
  const sealed = secrets.seal(totpPurpose({ entId, agentId }), secret)
  if (!(await insertTotp(tx.sql, { entId, agentId, secret: sealed, lastStep, enabledAt: now }))) return false
  return renewRecoveryCodes(tx, { entId, agentId })
}

/** 80 random bits, salted with the agent's id: a fast hash is enough. */
const recoveryHash = ({ agentId }: AgentKey, code: string): Buffer => hashToken(`${agentId} ${code}`)

/** The codes in clear, which are stored nowhere. */
export async function renewRecoveryCodes(tx: Transaction, key: AgentKey): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase32(RECOVERY_CODE_LENGTH))
  await replaceRecoveryCodes(
    tx.sql,
    key,
    codes.map((code) => recoveryHash(key, code)),
  )
  return codes
}
