import type { EntId, FlowGraph, TagId } from '@ruwu/contract'
import { leavesOf, referencesOf } from '@ruwu/domain'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { automationRule, cardRule, flow, flowVersion } from '../../db/schema/index.ts'

type TagUser = { name: string; tagIds: readonly string[] }

const tagsIn = (graph: FlowGraph | null): string[] => graph?.nodes.flatMap((node) => referencesOf(node).tags) ?? []

/** Draft and published version. */
async function listFlows(db: Queryable, entId: EntId): Promise<TagUser[]> {
  const rows = await db
    .select({ name: flow.name, draft: flow.graph, published: flowVersion.graph })
    .from(flow)
    .leftJoin(
      flowVersion,
      and(
        eq(flowVersion.entId, flow.entId),
        eq(flowVersion.flowId, flow.id),
        eq(flowVersion.version, flow.publishedVersion),
      ),
    )
    .where(and(eq(flow.entId, entId), isNull(flow.deletedAt)))
    .orderBy(asc(flow.id))
  return rows.map(({ name, draft, published }) => ({
    name: `工作流「${name}」`,
    tagIds: [...tagsIn(draft), ...tagsIn(published)],
  }))
}

async function listRules(db: Queryable, entId: EntId): Promise<TagUser[]> {
  const { name, conditions, actions } = automationRule
  const rows = await db
    .select({ name, conditions, actions })
    .from(automationRule)
    .where(eq(automationRule.entId, entId))
    .orderBy(asc(automationRule.position))
  return rows.map((row) => ({
    name: `规则「${row.name}」`,
    tagIds: [
      ...leavesOf(row.conditions).flatMap(({ condition }) => (condition.type === 'tag' ? condition.tagIds : [])),
      ...row.actions.flatMap(({ type, params }) =>
        type === 'add_tags' || type === 'remove_tags' ? params.tagIds : [],
      ),
    ],
  }))
}

async function listCardRules(db: Queryable, entId: EntId): Promise<TagUser[]> {
  const { name, conditions, tagIds } = cardRule
  const rows = await db
    .select({ name, conditions, tagIds })
    .from(cardRule)
    .where(eq(cardRule.entId, entId))
    .orderBy(asc(cardRule.id))
  return rows.map((row) => ({
    name: `发卡规则「${row.name}」`,
    tagIds: [...row.tagIds, ...row.conditions.flatMap((each) => ('tagIds' in each ? each.tagIds : []))],
  }))
}

/** Automation that names a tag, by tag. */
export async function listTagUsers(db: Queryable, entId: EntId): Promise<Map<TagId, string[]>> {
  const users = new Map<TagId, string[]>()
  for (const list of [listFlows, listRules, listCardRules])
    for (const { name, tagIds } of await list(db, entId))
      for (const id of new Set(tagIds as readonly TagId[])) users.set(id, [...(users.get(id) ?? []), name])
  return users
}
