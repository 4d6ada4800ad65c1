import type { AgentId, EntId } from '@ruwu/contract'
import { and, count, eq, isNull, lt } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, agentTotp, recoveryCode, role } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'

type AgentKey = { entId: EntId; agentId: AgentId }
type TotpRow = typeof agentTotp.$inferSelect

export const totpPurpose = ({ entId, agentId }: AgentKey): string => `totp ${entId} ${agentId}`

export const totpSecrets = sealedColumn(agentTotp, {
  column: 'secret',
  key: ['entId', 'agentId'],
  purposeOf: totpPurpose,
})

const isOf = ({ entId, agentId }: AgentKey) => and(eq(agentTotp.entId, entId), eq(agentTotp.agentId, agentId))
const isCodeOf = ({ entId, agentId }: AgentKey) => and(eq(recoveryCode.entId, entId), eq(recoveryCode.agentId, agentId))

export async function findTotp(db: Queryable, key: AgentKey): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(agentTotp).where(isOf(key))
  return row
}

/** False when a concurrent request turned it on first. */
export async function insertTotp(db: Queryable, row: TotpRow): Promise<boolean> {
  const added = await db.insert(agentTotp).values(row).onConflictDoNothing().returning({ agentId: agentTotp.agentId })
  return added.length === 1
}

export async function deleteTotp(db: Queryable, key: AgentKey): Promise<boolean> {
  const gone = await db.delete(agentTotp).where(isOf(key)).returning({ agentId: agentTotp.agentId })
  return gone.length === 1
}

/** Compare-and-set: false when a code of this step or a later one was accepted before. */
export async function takeStep(db: Queryable, key: AgentKey, step: number): Promise<boolean> {
  const taken = await db
    .update(agentTotp)
    .set({ lastStep: step })
    .where(and(isOf(key), lt(agentTotp.lastStep, step)))
    .returning({ agentId: agentTotp.agentId })
  return taken.length === 1
}

/** False when the code does not exist or was used. */
export async function takeRecoveryCode(db: Queryable, key: AgentKey, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(isCodeOf(key), eq(recoveryCode.hash, hash), isNull(recoveryCode.usedAt)))
    .returning({ agentId: recoveryCode.agentId })
  return taken.length === 1
}

export async function replaceRecoveryCodes(db: Queryable, key: AgentKey, hashes: readonly Buffer[]): Promise<void> {
  await db.delete(recoveryCode).where(isCodeOf(key))
  await db.insert(recoveryCode).values(hashes.map((hash) => ({ entId: key.entId, agentId: key.agentId, hash })))
}

export async function countRecoveryCodes(db: Queryable, key: AgentKey): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(isCodeOf(key), isNull(recoveryCode.usedAt)))
  return row?.left ?? 0
}

/** Agents whose second step is on. */
export async function listHolders(db: Queryable, entId: EntId): Promise<AgentId[]> {
  const rows = await db.select({ id: agentTotp.agentId }).from(agentTotp).where(eq(agentTotp.entId, entId))
  return rows.map(({ id }) => id)
}

/** Whether the agent's role demands a second step. */
export async function isTotpRequired(db: Queryable, { entId, agentId }: AgentKey): Promise<boolean> {
  const [row] = await db
    .select({ required: role.requiresTotp })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
  return row?.required ?? false
}
