import {
  type CustomerId,
  type FlowDetail,
  flowApi,
  type FlowGraph,
  type FlowNode,
  type FlowTemplateId,
} from '@ruwu/contract'
import { numberedText } from '@ruwu/domain'
import { and, asc, eq } from 'drizzle-orm'
import type { Reception } from '../../../compose/reception.ts'
import { customerMessage, flowRun, message } from '../../../db/schema/index.ts'
import { aiWorld } from '../../../testing/ai-world.ts'
import type { WorldOptions } from '../../../testing/world.ts'

export const place = { x: 0, y: 0 }
export const start = (
  trigger: Extract<FlowNode, { type: 'start' }>['data']['trigger'] = { type: 'first_message' },
): FlowNode => ({
  id: 'start',
  ...place,
  type: 'start',
  data: { trigger },
})
export const send = (id: string, ...variants: string[]): FlowNode => ({
  id,
  ...place,
  type: 'send',
  data: { variants, imageUrl: null, materialId: null },
})
export const wait = (id: string, minutes: number): FlowNode => ({ id, ...place, type: 'wait', data: { minutes } })
export const menu = (id: string, title: string, options: Record<string, string>): FlowNode => ({
  id,
  ...place,
  type: 'menu',
  data: { title, options: Object.entries(options).map(([key, text]) => ({ id: key, text })) },
})
export const end: FlowNode = { id: 'end', ...place, type: 'end', data: {} }
export const handoff: FlowNode = { id: 'person', ...place, type: 'handoff', data: { text: '' } }
export const graphOf = (nodes: FlowNode[], ...edges: [string, string, string][]): FlowGraph => ({
  nodes,
  edges: edges.map(([from, exit, to]) => ({ from, exit, to })),
})

/** A world with an account received by a scripted AI, flows to publish and their worker to run. */
export async function flowWorld(options: WorldOptions = {}) {
  const here = await aiWorld(options)
  const { zhao, db, reception, account } = here

  const save = async (flow: Pick<FlowDetail, 'id' | 'version'>, graph: FlowGraph) =>
    zhao.call(flowApi.save, { body: { id: flow.id, graph, accountIds: [account.id], version: flow.version } })
  const publish = ({ id, version }: Pick<FlowDetail, 'id' | 'version'>, moveRunning = false) =>
    zhao.call(flowApi.publish, { body: { id, note: '', version, moveRunning } })
  /** A published flow of this graph, or of a template. */
  const flowOf = async (graph: FlowGraph | FlowTemplateId, name = '引导'): Promise<FlowDetail> => {
    if (typeof graph === 'string')
      return publish(await zhao.call(flowApi.create, { body: { name, templateId: graph } }))
    return publish(await save(await zhao.call(flowApi.create, { body: { name } }), graph))
  }
  /** Runs everything that is due. */
  const work = async (node: { reception: Reception } = here) => {
    const { flows } = node.reception.work
    while ((await flows.run()) || (await flows.settle())) {
      // Until no run is due and no call is under way.
    }
  }
  /** The customer writes and the flow answers. */
  const talk = async (name: string, ...texts: string[]): Promise<CustomerId> => {
    let id: CustomerId | undefined
    for (const text of texts) {
      id = await here.write(name, text)
      await work()
    }
    if (!id) throw new Error('nothing was said')
    return id
  }
  const runsOf = (id: CustomerId) =>
    db.sql.select().from(flowRun).where(eq(flowRun.customerId, id)).orderBy(asc(flowRun.startedAt), asc(flowRun.id))
  /** What our side said; a question guide with its questions numbered, as where there is none. */
  const saidTo = async (id: CustomerId) => {
    const rows = await db.sql
      .select({ content: message.content })
      .from(customerMessage)
      .innerJoin(message, eq(message.id, customerMessage.id))
      .where(and(eq(customerMessage.customerId, id), eq(customerMessage.senderKind, 'flow')))
      .orderBy(asc(customerMessage.seq))
    return rows.map(({ content: { type, text, placeholder, extra } }) => {
      const questions = JSON.parse(extra?.questions ?? '[]') as string[]
      const options = questions.map((question) => ({ id: question, text: question }))
      return text ?? (options.length > 0 ? numberedText(String(placeholder), options) : type)
    })
  }

  return { ...here, reception, save, publish, flowOf, work, talk, runsOf, saidTo }
}
