import type { EntId, FlowGraph, FlowProblem, MaterialId } from '@ruwu/contract'
import {
  FLOW_NODE_LABELS,
  FLOW_NODE_PERMISSIONS,
  type NamedIds,
  nodeActions,
  referencesOf,
  RULE_TEXTS,
  validateFlow,
  WEBHOOK_TEXTS,
} from '@ruwu/domain'
import { listFields } from '../../customer/customer-setting.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { findBadPictures, type ReadCodes, readWordMatchers, warnSavedMessages } from '../../outbound/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isLoopbackUrl, isPublicUrl } from '../../platform/http/public-fetch.ts'
import { listAgents } from '../agent/index.ts'
import { findActionProblem } from '../automation-action/index.ts'
import { listAccounts } from '../channel/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'

/** The checks of 发布 against what the enterprise has now. Each kind of thing is read only where the graph names one. */
export async function checkFlow(db: Queryable, entId: EntId, graph: FlowGraph): Promise<FlowProblem[]> {
  const nodes = graph.nodes.map(referencesOf)
  const lookup = async (kind: keyof NamedIds, read: (ids: string[]) => Promise<{ id: string }[]>) => {
    const named = [...new Set(nodes.flatMap((node) => node[kind]))]
    const found = new Set(named.length > 0 ? (await read(named)).map(({ id }) => id) : [])
    return (id: string) => found.has(id)
  }
  const references = {
    hasCard: await lookup('cards', async (ids) =>
      (await listCards(db, entId, ids as MaterialId[])).filter((card) => !card.isRemoved),
    ),
    hasTag: await lookup('tags', () => listTags(db, entId)),
    hasField: await lookup('fields', async () => (await listFields(db, entId)).filter(({ enabled }) => enabled)),
    hasAgent: await lookup('agents', async () => (await listAgents(db, entId)).filter(({ enabled }) => enabled)),
    hasAccount: await lookup('accounts', () => listAccounts(db, entId)),
  }
  return validateFlow(graph, references, await readWordMatchers(db, entId))
}

/** Why the caller may not publish the graph: its own problems, permissions of its nodes that the caller lacks, and addresses that are not called. */
export async function findPublishProblems(
  db: Queryable,
  caller: Caller,
  graph: FlowGraph,
  isDemo: boolean,
): Promise<FlowProblem[]> {
  const { entId, permissions } = caller
  const own = graph.nodes.flatMap((node): FlowProblem[] => {
    const permission = FLOW_NODE_PERMISSIONS[node.type]
    const isAllowed = permission === undefined || permissions.has(permission)
    const isCalled = node.type !== 'webhook' || isPublicUrl(node.data.url) || (isDemo && isLoopbackUrl(node.data.url))
    const problem = (msg: string): FlowProblem => ({ nodeId: node.id, level: 'error', msg })
    return [
      ...(isAllowed ? [] : [problem(RULE_TEXTS.notAllowed(FLOW_NODE_LABELS[node.type]))]),
      ...(isCalled ? [] : [problem(WEBHOOK_TEXTS.badAddress)]),
    ]
  })
  const pictures = picturesOf(graph)
  const bad = (await findBadPictures(db, caller, pictures)).flatMap((index): FlowProblem[] => {
    const picture = pictures[index]
    return picture ? [{ nodeId: picture.id, level: 'error', msg: RULE_TEXTS.gone('图片') }] : []
  })
  const known = [...(await checkFlow(db, entId, graph)), ...own, ...bad]
  return [...known, ...(await findActionProblems(db, caller, graph, known, isDemo))]
}

/** What a rule could not be saved with: system tags, values that a field does not take. A node that has another problem is told of that alone. */
async function findActionProblems(
  db: Queryable,
  caller: Caller,
  { nodes }: FlowGraph,
  known: readonly FlowProblem[],
  isDemo: boolean,
): Promise<FlowProblem[]> {
  const told = new Set(known.filter(({ level }) => level === 'error').map(({ nodeId }) => nodeId))
  const found: FlowProblem[] = []
  for (const node of nodes.filter(({ id }) => !told.has(id))) {
    const problem = await findActionProblem(db, caller, nodeActions(node), isDemo)
    if (problem) found.push({ nodeId: node.id, level: 'error', msg: problem.message })
  }
  return found
}

/** What the guard would say of the pictures. They are read here, before a customer waits for one. */
export async function warnPictures(
  db: Queryable,
  entId: EntId,
  graph: FlowGraph,
  readCodes: ReadCodes,
): Promise<FlowProblem[]> {
  const problems: FlowProblem[] = []
  for (const { id: nodeId, ...picture } of picturesOf(graph)) {
    const warnings = await warnSavedMessages(db, entId, { messages: [picture], sources: [], readCodes })
    problems.push(...warnings.map((msg) => ({ nodeId, level: 'warn' as const, msg })))
  }
  return problems
}

const picturesOf = ({ nodes }: FlowGraph) =>
  nodes.flatMap(({ id, type, data }) =>
    type === 'send' && data.imageUrl !== null ? [{ id, type: 'image' as const, url: data.imageUrl }] : [],
  )
