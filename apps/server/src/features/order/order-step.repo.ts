import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, pointOrderStep } from '../../db/schema/index.ts'
import type { OrderKey } from './order.repo.ts'

export async function insertStep(db: Queryable, row: typeof pointOrderStep.$inferInsert): Promise<void> {
  await db.insert(pointOrderStep).values(row)
}

/** Oldest first. */
export const listSteps = (db: Queryable, { entId, orderNo }: OrderKey) =>
  db
    .select({ ...getTableColumns(pointOrderStep), agentName: agent.name })
    .from(pointOrderStep)
    .leftJoin(agent, and(eq(agent.entId, pointOrderStep.entId), eq(agent.id, pointOrderStep.agentId)))
    .where(and(eq(pointOrderStep.entId, entId), eq(pointOrderStep.orderNo, orderNo)))
    .orderBy(asc(pointOrderStep.no))
