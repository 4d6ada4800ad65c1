import type { EntId } from '@ruwu/contract'
import { disableAgents } from '../features/agent/index.ts'
import { revokeSessions } from '../features/auth/index.ts'
import { closeAllAccounts } from '../features/channel/index.ts'
import { createEnterpriseCloser } from '../features/enterprise/index.ts'
import { expireAll, removeExpired } from '../features/export/index.ts'
import type { Transaction } from '../db/database.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { Reception, ReceptionDeps } from './reception.ts'

/** A run of the nightly work ends by then; the next continues it. */
const NIGHTLY_MS = 9 * 60_000
/** Of it, at most: a large enterprise that closes does not take the whole night from the others' retention. */
const CLOSING_MS = 5 * 60_000

type NightlyDeps = Pick<ReceptionDeps, 'db' | 'bus' | 'clock' | 'storage' | 'log'> & Pick<Reception, 'retention'>

/** Long work that waits for quiet hours: 02:00 to 06:00 in China, in runs of bounded length. */
export function nightly({ retention, ...deps }: NightlyDeps): JobKind {
  const closer = enterpriseCloser(deps)
  return {
    name: 'nightly',
    every: '*/10 18-21 * * *',
    isAlone: true,
    run: async () => {
      const start = deps.clock.now().getTime()
      await closer.run(new Date(start + CLOSING_MS))
      await retention.run(new Date(start + NIGHTLY_MS))
    },
  }
}

export function enterpriseCloser({ bus, ...deps }: Omit<NightlyDeps, 'retention'>) {
  const shutDown = async (tx: Transaction, entId: EntId, now: Date): Promise<void> => {
    await disableAgents(tx.sql, entId, now)
    const sessionIds = await revokeSessions(tx.sql, entId, 'all', 'forced', now)
    if (sessionIds.length > 0) tx.afterCommit(() => bus.publish({ kind: 'revoked', entId, sessionIds, reason: null }))
    await closeAllAccounts(tx, entId, now)
  }
  const eraseExports = async (entId: EntId): Promise<void> => {
    await expireAll(deps.db.sql, entId)
    await removeExpired(deps, deps.clock.now())
  }
  return createEnterpriseCloser({ ...deps, shutDown, eraseExports })
}
