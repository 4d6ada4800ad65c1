import type { EntId, FlowGraph, FlowProblem, MaterialId } from '@ruwu/contract'
import { referencesOf, validateFlow } from '@ruwu/domain'
import { listFields } from '../../customer/customer-setting.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { listAgents } from '../agent/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'

/** Ids of these, read only where some are named. */
const has = async (isNamed: boolean, read: () => Promise<{ id: string }[]>) =>
  new Set(isNamed ? (await read()).map(({ id }) => id) : [])

/** The checks of 发布 against what the enterprise has now. */
export async function checkFlow(db: Queryable, entId: EntId, graph: FlowGraph): Promise<FlowProblem[]> {
  const named = graph.nodes.map(referencesOf)
  const cardIds = [...new Set(named.flatMap(({ cards }) => cards))] as MaterialId[]
  const cards = new Set<string>(
    (await listCards(db, entId, cardIds)).filter((card) => !card.isRemoved).map(({ id }) => id),
  )
  const tags = await has(
    named.some((each) => each.tags.length > 0),
    () => listTags(db, entId),
  )
  const fields = await has(
    named.some((each) => each.fields.length > 0),
    async () => (await listFields(db, entId)).filter(({ enabled }) => enabled),
  )
  const agents = await has(
    named.some((each) => each.agents.length > 0),
    async () => (await listAgents(db, entId)).filter(({ enabled }) => enabled),
  )
  return validateFlow(graph, {
    hasCard: (id) => cards.has(id),
    hasTag: (id) => tags.has(id),
    hasField: (id) => fields.has(id),
    hasAgent: (id) => agents.has(id),
  })
}
