import type { AutomationRuleId, EntId, FlowGraph, FlowId, FlowTemplateId, TemplateId } from '@ruwu/contract'
import { flowTemplate } from '@ruwu/domain'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { automationRule, automationTemplate, flow } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type TemplateRow = typeof automationTemplate.$inferSelect

export const listTemplates = (db: Queryable): Promise<TemplateRow[]> => db.select().from(automationTemplate)

/** What was not given keeps its content. */
export async function saveTemplate(
  db: Queryable,
  { id, ...fields }: Omit<TemplateRow, 'rule' | 'flow'> & Partial<Pick<TemplateRow, 'rule' | 'flow'>>,
): Promise<void> {
  await db
    .insert(automationTemplate)
    .values({ id, ...fields })
    .onConflictDoUpdate({ target: automationTemplate.id, set: fields })
}

export async function deleteTemplate(db: Queryable, id: TemplateId): Promise<void> {
  await db.delete(automationTemplate).where(eq(automationTemplate.id, id))
}

/** What a new flow of this template begins with. */
export async function readFlowTemplate(db: Queryable, id: FlowTemplateId): Promise<FlowGraph> {
  const [row] = await db
    .select({ flow: automationTemplate.flow })
    .from(automationTemplate)
    .where(eq(automationTemplate.id, id))
  return row?.flow ?? flowTemplate(id)
}

export async function getRuleContent(db: Queryable, entId: EntId, id: AutomationRuleId) {
  const [row] = await db
    .select()
    .from(automationRule)
    .where(and(eq(automationRule.entId, entId), eq(automationRule.id, id)))
  if (!row) throw new NotFoundError('规则')
  const { eventType: type, eventMinutes: minutes, conditions, actions, intervalMinutes } = row
  return { event: { type, ...(minutes === null ? {} : { minutes }) }, conditions, actions, intervalMinutes }
}

/** The draft. */
export async function getFlowContent(db: Queryable, entId: EntId, id: FlowId): Promise<FlowGraph> {
  const [row] = await db
    .select({ graph: flow.graph })
    .from(flow)
    .where(and(eq(flow.entId, entId), eq(flow.id, id), isNull(flow.deletedAt)))
  if (!row) throw new NotFoundError('工作流')
  return row.graph
}
