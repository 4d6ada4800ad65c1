import type { AgentId, EntId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent } from '../../db/schema/index.ts'

/**
 * Records the login and locks the agent's row until commit, so that concurrent logins are serialised.
 * Undefined when the agent was disabled or the password changed since it was read.
 */
export async function recordLogin(
  db: Queryable,
  { entId, agentId, passwordHash }: { entId: EntId; agentId: AgentId; passwordHash: string },
  ip: string,
  now: Date,
): Promise<{ isFirst: boolean } | undefined> {
  const [before] = await db
    .select({ lastLoginAt: agent.lastLoginAt })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    .for('update')
  const isFirst = before?.lastLoginAt === null
  const rows = await db
    .update(agent)
    .set({ lastLoginAt: now, lastLoginIp: ip, ...(isFirst ? { status: 'online' } : {}) })
    .where(
      and(eq(agent.entId, entId), eq(agent.id, agentId), eq(agent.enabled, true), eq(agent.passwordHash, passwordHash)),
    )
    .returning({ id: agent.id })
  return rows.length === 1 ? { isFirst } : undefined
}
