import type { Enterprise } from '@ruwu/contract'
import { canCloseEnterprise, CLOSE_AFTER_MS, CLOSE_TEXTS, DEMO_ENT_ID } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { type EnterpriseRow, getEnterprise, startClosing, stopClosing } from './enterprise.repo.ts'
import { toEnterprise } from './enterprise.view.ts'

type ClosingDeps = {
  db: Database
  clock: Clock
  /** Refuses a wrong password at the field `password`. Passed in, because agent depends on enterprise. */
  checkPassword(caller: Caller, digest: string): Promise<unknown>
}

export type ClosingService = ReturnType<typeof createClosingService>

async function record(
  tx: Transaction,
  caller: Caller,
  action: 'enterprise.close' | 'enterprise.keep',
  saved: EnterpriseRow,
  now: Date,
): Promise<Enterprise> {
  const enterprise = toEnterprise(saved)
  await writeAudit(tx.sql, caller, { action, object: caller.entId, name: saved.name }, now)
  const base = { at: now.toISOString(), operatorId: caller.agentId }
  tx.emit(caller.entId, { type: 'enterprise_change', enterprise, ...base })
  return enterprise
}

/** 注销企业, and its undoing: both by 管理员 only. */
export function createClosingService({ db, clock, checkPassword }: ClosingDeps) {
  return {
    async close(caller: Caller, { password, name }: { password: string; name: string }): Promise<Enterprise> {
      checkAdmin(caller)
      const { entId, agentId } = caller
      if (entId === DEMO_ENT_ID) throw new UserFacingError('refused', CLOSE_TEXTS.demo)
      if (name !== (await getEnterprise(db.sql, entId)).name) throw new FieldError({ name: CLOSE_TEXTS.wrongName })
      await checkPassword(caller, password)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const closesAt = new Date(now.getTime() + CLOSE_AFTER_MS)
        const saved = await startClosing(tx.sql, entId, { closesAt, updatedBy: agentId, updatedAt: now })
        if (!saved) throw new UserFacingError('refused', CLOSE_TEXTS.isClosing)
        return record(tx, caller, 'enterprise.close', saved, now)
      })
    },

    async keep(caller: Caller): Promise<Enterprise> {
      checkAdmin(caller)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const saved = await stopClosing(tx.sql, caller.entId, { updatedBy: caller.agentId, updatedAt: now })
        if (!saved) throw new UserFacingError('refused', CLOSE_TEXTS.isKept)
        return record(tx, caller, 'enterprise.keep', saved, now)
      })
    },
  }
}

function checkAdmin({ permissions }: Caller): void {
  if (!canCloseEnterprise((permission) => permissions.has(permission)))
    throw new UserFacingError('refused', CLOSE_TEXTS.onlyAdmin)
}
