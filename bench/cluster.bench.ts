import { setTimeout as sleep } from 'node:timers/promises'
import { settingsOf } from '@ruwu/e2e/cluster/nodes.ts'
import { busyMs } from '@ruwu/e2e/cluster/process-times.ts'
import { startServices } from '@ruwu/e2e/cluster/services.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ensureClusterServices } from '../scripts/lib/system-packages.mjs'
import { createGroup, registerAll } from './chat-server.ts'
import { load } from './load.ts'

const CALLERS = 64
/** Each caller speaks for several users in turn, so that none is held to a person's pace. */
const USERS_PER_CALLER = 4
const USERS = CALLERS * USERS_PER_CALLER
const GROUP_SIZE = 8
const ROUNDS = 5
const CONTENT = { type: 'text', text: '你好，想问下全屋定制多少钱一平？我家 89 平三房' }

type Round = {
  perSecond: number
  done: number
  failed: number
  databaseMs: number
  nodesMs: number
  bystanderMs: number
}

/**
 * As many senders at one node and at two, to groups whose members are on both and to single users; and what the second node costs that
 * has nobody to tell. The ratio is of the same machine: a second node of a busy one must not cost throughput.
 */
export const run: Run = async (report, { isSmall }) => {
  Object.assign(process.env, await ensureClusterServices())
  const ms = isSmall ? 1_000 : 3_000
  const services = await startServices({ settings: {} })
  const start = () => Server.start({ ...settingsOf(services), ROLE: 'web' })
  const nodes: Server[] = []
  try {
    nodes.push(await start(), await start())
    const [first, second] = nodes as [Server, Server]
    const names = Array.from({ length: USERS }, (_, n) => `cluster${n}`)
    const tokens = await registerAll(first.url, names)
    const groups: string[] = []
    for (let n = 0; n < USERS; n += GROUP_SIZE)
      groups.push(await createGroup(first.url, tokens[n] ?? '', names.slice(n, n + GROUP_SIZE)))

    const send = (url: string, half: number) =>
      load({
        url: `${url}/api/chat/send`,
        callers: CALLERS / 2,
        ms,
        headers: (caller, n) => ({ authorization: `Bearer ${tokens[userOf(caller, half, n)]}` }),
        body: (caller, n) => {
          const user = userOf(caller, half, n)
          const to =
            n % 2 === 0 ? { topicId: groups[Math.floor(user / GROUP_SIZE)] } : { attendee: names[(user + 1) % USERS] }
          return JSON.stringify({ ...to, chatId: `${user}-${n}-${Math.random()}`.slice(0, 40), content: CONTENT })
        },
      })
    const measure = async (a: Server, b: Server): Promise<Round> => {
      const pids = [services.database.pid(), first.pid, second.pid].map((pid) => pid ?? 0)
      const before = pids.map(busyMs)
      const halves = await Promise.all([send(a.url, 0), send(b.url, 1)])
      const [databaseMs = 0, firstMs = 0, bystanderMs = 0] = pids.map(
        (pid, index) => busyMs(pid) - (before[index] ?? 0),
      )
      const sum = (of: 'perSecond' | 'done' | 'failed') => halves.reduce((total, half) => total + half[of], 0)
      const times = { databaseMs, nodesMs: firstMs + bystanderMs, bystanderMs }
      return { perSecond: sum('perSecond'), done: sum('done'), failed: sum('failed'), ...times }
    }

    await measure(first, second)
    await measure(first, first)
    const rounds: { one: Round; two: Round; idleMs: number }[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const [one, two] = [await measure(first, first), await measure(first, second)]
      const before = busyMs(second.pid ?? 0)
      await sleep(ms)
      rounds.push({ one, two, idleMs: busyMs(second.pid ?? 0) - before })
    }
    const ratioOf = ({ one, two }: { one: Round; two: Round }) => two.perSecond / one.perSecond
    const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)]
    if (!middle) throw new Error('nothing was measured')
    const figure = (name: string, value: number, unit: string, budget: string, isWithin: boolean) =>
      report({ name: `cluster.${name}`, value, unit, budget, isWithin })
    for (const [name, round] of [
      ['one_node', middle.one],
      ['two_nodes', middle.two],
    ] as const) {
      figure(name, round.perSecond, 'messages/s', '-', round.failed === 0)
      figure(
        `${name}.database_share`,
        round.databaseMs / (round.databaseMs + round.nodesMs),
        'of processor time',
        '-',
        true,
      )
    }
    figure('two_nodes.ratio', ratioOf(middle), 'of one node', '>= 0.95', ratioOf(middle) >= 0.95)
    const total = (of: (round: (typeof rounds)[number]) => number) => rounds.reduce((sum, round) => sum + of(round), 0)
    const idleMs = total((round) => round.idleMs)
    const bystanderMs = total(({ one }) => one.bystanderMs)
    // Of what the messages cost the node that took them.
    const share = Math.max(0, bystanderMs - idleMs) / total(({ one }) => one.nodesMs - one.bystanderMs)
    figure('bystander', share, 'of the sending node', '<= 0.02', share <= 0.02)
  } finally {
    for (const node of nodes) await node.stop()
    await services.stop()
  }
}

const userOf = (caller: number, half: number, n: number) =>
  ((caller * 2 + half) * USERS_PER_CALLER + (Math.floor(n / 2) % USERS_PER_CALLER)) % USERS
