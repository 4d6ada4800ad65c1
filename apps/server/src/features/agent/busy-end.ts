import { AGENT_STATUS } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { endBusy } from './agent.repo.ts'

/** Brings agents back to 在线 when the time of their 忙碌 is over; every console is told, and the queue is assigned again. */
export const createBusyEnd = ({ db, clock }: { db: Database; clock: Clock }) => ({
  run: (): Promise<void> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const back = { status: AGENT_STATUS.online, busy: null, at: now.toISOString(), operatorId: null }
      for (const { entId, id } of await endBusy(tx.sql, now))
        tx.emit(entId, { type: 'agent_status_change', agentId: id, ...back })
    }),
})
