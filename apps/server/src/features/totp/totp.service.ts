import type { AgentId, TotpState } from '@ruwu/contract'
import { maskPhone, TWO_STEP_TEXTS } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { newTotpSecret, totpUri } from '../../platform/auth/totp.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AgentService } from '../agent/index.ts'
import type { AuthService } from '../auth/index.ts'
import { acceptCode, countCodeTry, renewRecoveryCodes, resetCodeTries, turnOn, wrongCode } from './second-factor.ts'
import { countRecoveryCodes, deleteTotp, findTotp, isTotpRequired, listHolders } from './totp.repo.ts'

const SETUP_PURPOSE = 'totp setup'
const SETUP_LIFE_MS = 15 * 60_000

type Setup = Pick<Caller, 'entId' | 'agentId'> & { secret: string; until: number }
type Confirmation = { password: string; code: string }
type TotpAction = 'totp.enable' | 'totp.disable' | 'totp.renewCodes'

/** Enabling and disabling of an agent's own TOTP, and its reset with agentManagement:settingsEdit. */
export class TotpService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly secrets: Secrets
  private readonly agents: AgentService
  private readonly auth: AuthService

  constructor(deps: { db: Database; clock: Clock; secrets: Secrets; agents: AgentService; auth: AuthService }) {
    this.db = deps.db
    this.clock = deps.clock
    this.secrets = deps.secrets
    this.agents = deps.agents
    this.auth = deps.auth
  }

  async state(caller: Caller): Promise<TotpState> {
    const { sql } = this.db
    const totp = await findTotp(sql, caller)
    return {
      enabledAt: totp?.enabledAt.toISOString() ?? null,
      isRequired: await isTotpRequired(sql, caller),
      recoveryLeft: await countRecoveryCodes(sql, caller),
    }
  }

  /** Stores nothing: the secret travels sealed, and is stored with its first right code. */
  async begin(caller: Caller, password: string): Promise<{ secret: string; uri: string; setup: string }> {
    if (await findTotp(this.db.sql, caller)) throw new UserFacingError('refused', TWO_STEP_TEXTS.isOn)
    const { telephone } = await this.agents.checkOwnPassword(caller, password, 'password')
    const secret = newTotpSecret()
    const { entId, agentId } = caller
    const setup: Setup = { entId, agentId, secret, until: this.clock.now().getTime() + SETUP_LIFE_MS }
    const sealed = this.secrets.seal(SETUP_PURPOSE, JSON.stringify(setup)).toString('base64url')
    return { secret, uri: totpUri(secret, maskPhone(telephone)), setup: sealed }
  }

  async enable(caller: Caller, setup: string, typed: string): Promise<{ recoveryCodes: string[] }> {
    const { secret } = this.openSetup(caller, setup)
    const now = this.clock.now()
    await countCodeTry(this.db, caller, now)
    return this.db.transaction(async (tx) => {
      const recoveryCodes = await turnOn(tx, this.secrets, caller, { secret, typed, now })
      if (recoveryCodes === undefined) throw wrongCode()
      if (recoveryCodes === false) throw new UserFacingError('refused', TWO_STEP_TEXTS.isOn)
      await resetCodeTries(tx.sql, caller)
      await this.record(tx, caller, 'totp.enable', now)
      return { recoveryCodes }
    })
  }

  async disable(caller: Caller, confirmation: Confirmation): Promise<true> {
    if (await isTotpRequired(this.db.sql, caller)) throw new UserFacingError('refused', TWO_STEP_TEXTS.required)
    return this.confirmed(caller, confirmation, async (tx, now) => {
      await deleteTotp(tx.sql, caller)
      await this.record(tx, caller, 'totp.disable', now)
      return true as const
    })
  }

  renewCodes(caller: Caller, confirmation: Confirmation): Promise<{ recoveryCodes: string[] }> {
    return this.confirmed(caller, confirmation, async (tx, now) => {
      const recoveryCodes = await renewRecoveryCodes(tx, caller)
      await this.record(tx, caller, 'totp.renewCodes', now)
      return { recoveryCodes }
    })
  }

  holders({ entId }: Caller): Promise<AgentId[]> {
    return listHolders(this.db.sql, entId)
  }

  /** For agents who have lost their application and their recovery codes. */
  async reset(caller: Caller, id: AgentId): Promise<true> {
    if (id === caller.agentId) throw new UserFacingError('refused', '请在「账号与安全」中关闭自己的两步验证')
    await this.db.transaction(async (tx) => {
      const { name } = await this.agents.getCovered(tx, caller, id, '不能重置权限高于自己的客服的两步验证')
      if (!(await deleteTotp(tx.sql, { entId: caller.entId, agentId: id })))
        throw new UserFacingError('refused', TWO_STEP_TEXTS.isOff)
      await writeAudit(tx.sql, caller, { action: 'totp.reset', object: id, name }, this.clock.now())
      await this.auth.endWithoutSecondStep(tx, caller.entId)
    })
    return true
  }

  /** Runs the change with the password and a code that the same transaction uses up. */
  private async confirmed<T>(
    caller: Caller,
    { password, code }: Confirmation,
    change: (tx: Transaction, now: Date) => Promise<T>,
  ): Promise<T> {
    if (!(await findTotp(this.db.sql, caller))) throw new UserFacingError('refused', TWO_STEP_TEXTS.isOff)
    await this.agents.checkOwnPassword(caller, password, 'password')
    const now = this.clock.now()
    await countCodeTry(this.db, caller, now)
    return this.db.transaction(async (tx) => {
      if ((await acceptCode(tx, this.secrets, caller, code, now)) === undefined) throw wrongCode()
      await resetCodeTries(tx.sql, caller)
      return change(tx, now)
    })
  }

  private record(tx: Transaction, caller: Caller, action: TotpAction, now: Date): Promise<void> {
    return writeAudit(tx.sql, caller, { action, object: caller.agentId }, now)
  }

  private openSetup({ entId, agentId }: Caller, sealed: string): Setup {
    try {
      const setup = JSON.parse(this.secrets.open(SETUP_PURPOSE, Buffer.from(sealed, 'base64url'))) as Setup
      const isOwn = setup.entId === entId && setup.agentId === agentId
      if (isOwn && setup.until > this.clock.now().getTime()) return setup
    } catch {
      // Forged, or sealed with a key that is gone.
    }
    throw new UserFacingError('refused', TWO_STEP_TEXTS.setupExpired)
  }
}
