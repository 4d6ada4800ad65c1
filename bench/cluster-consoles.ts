import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_STATUS, type Agent as AgentRow, type AgentId, agentApi, pointsApi } from '@ruwu/contract'
import { call, openSocket, signIn } from '@ruwu/e2e/cluster/nodes.ts'
import type { TestSocket } from '@ruwu/testkit'
import type { Client } from 'pg'

const ADMIN = '13800000001'
/** One console on each node. */
const AGENTS = ['13800000003', '13800000004', '13800000005']
const PAUSE_MS = 250
const ON_THE_WAY_MS = 1_000

type Place = { readonly url: string }
type Agent = { token: string; id: AgentId }
type Console = { socket: TestSocket; from: number }

/** An agent who changes its state and books points by any node, and colleagues who watch from all of them. */
export class ClusterConsoles {
  private readonly nodes: readonly Place[]
  private readonly over = new AbortController()
  private agents: Agent[] = []
  private consoles: Console[] = []
  private running: Promise<unknown> = Promise.resolve()
  private worker: AgentId | undefined
  private isStill = false

  constructor(nodes: readonly Place[]) {
    this.nodes = nodes
  }

  async start(): Promise<void> {
    const [first] = this.nodes
    if (!first) return
    const admin = await signIn(first, ADMIN)
    for (const telephone of AGENTS) this.agents.push(await signIn(first, telephone))
    await this.open()
    this.worker = admin.id
    this.running = this.work(admin)
  }

  async open(): Promise<void> {
    for (const [index, { token }] of this.agents.entries()) {
      const socket = await openSocket(this.nodes[index % this.nodes.length]!, token)
      const greeting = await socket.next((frame) => frame.type === 'nop')
      this.consoles.push({ socket, from: greeting.type === 'nop' ? (greeting.seq ?? 0) : 0 })
    }
  }

  async close(): Promise<void> {
    for (const { socket } of this.consoles.splice(0)) if (!socket.closed) await socket.close()
  }

  async stop(): Promise<void> {
    this.over.abort()
    await this.running
    await this.close()
  }

  /** Events that a console which stayed connected did not get, so that it differs from a fresh one. */
  async countMissing(database: Client): Promise<number> {
    const { rows } = await database.query<{ seq: number }>(
      `select seq::int4 as seq from event where audience is null and created_at < clock_timestamp() - interval '1 ms' * ${ON_THE_WAY_MS}
        and ent_id = (select ent_id from agent where telephone = '${ADMIN}')`,
    )
    return this.consoles
      .filter(({ socket }) => !socket.closed)
      .reduce((missing, { socket, from }) => {
        const got = new Set(socket.frames.flatMap((frame) => (frame.type === 'message' ? [frame.seq] : [])))
        return missing + rows.filter(({ seq }) => seq > from && !got.has(seq)).length
      }, 0)
  }

  /** Consoles that stayed connected and show another state of the agent than a fresh fetch does, by whichever node. */
  async countDifferent(): Promise<number> {
    this.isStill = true
    await sleep(ON_THE_WAY_MS)
    const fresh = await Promise.all(
      this.nodes.map(async (node) => {
        const agents = await call<AgentRow[]>(node, agentApi.list, this.agents[0]?.token ?? '')
        return agents.find(({ id }) => id === this.worker)?.status
      }),
    )
    const shown = this.consoles.flatMap(({ socket }) => (socket.closed ? [] : (this.lastStatus(socket) ?? [])))
    this.isStill = false
    return [...fresh, ...shown].filter((status) => status !== fresh[0]).length
  }

  /** Undefined before the first change that it heard of. */
  private lastStatus({ frames }: TestSocket): number | undefined {
    for (const frame of frames.toReversed()) {
      if (frame.type !== 'message' || frame.content.type !== 'agent_status_change') continue
      const { agentId, status } = JSON.parse(frame.content.text) as { agentId: AgentId; status: number }
      if (agentId === this.worker) return status
    }
    return undefined
  }

  private async work({ token, id }: Agent): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n += 1) {
      const node = this.nodes[n % this.nodes.length]!
      const status = n % 2 === 0 ? AGENT_STATUS.invisible : AGENT_STATUS.online
      // What a node at fault did not take is not repeated: only what is stored is compared.
      await Promise.allSettled([
        call(node, agentApi.update, token, { id, status }),
        call(node, pointsApi.demoRecharge, token),
      ])
      await sleep(PAUSE_MS)
      while (this.isStill && !this.over.signal.aborted) await sleep(PAUSE_MS)
    }
  }
}
