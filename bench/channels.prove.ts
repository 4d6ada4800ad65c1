import { setTimeout as sleep } from 'node:timers/promises'
import { messageApi } from '@ruwu/contract'
import type { Server } from '@ruwu/e2e/server.ts'
import type { SimulatedPlatform } from '@ruwu/e2e/simulated-platform.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { Caller } from '@ruwu/e2e/caller.ts'
import { ADMIN, PASSWORD } from './bound-accounts.ts'
import { countArrived, meet, settled, type Talk } from './conversations.ts'
import { besidePlatforms, killUnder, type Load } from './killed-server.ts'

/** Troubles a platform makes, one a round; the last is none at all. */
const TROUBLES: Record<string, string | number | boolean>[] = [
  { 'send.loseAnswer': true },
  { 'send.http500': true },
  { 'send.slow': 6_000 },
  { 'token.revoke': true },
  { 'send.error': '28003018:3' },
  { 'send.error': '28003070:2' },
  { 'call.error': '2190008:2' },
  { 'send.rateLimit': 2 },
  { 'echo.beforeAnswer': true, 'send.slow': 300 },
  { 'hook.duplicate': 1 },
  {},
]
const PER_ROUND = 3

/**
 * Messages go out while the platform misbehaves and the server is killed under them. Each reaches its customer exactly once,
 * or is shown as failed or unknown; none arrives twice, none that arrived is shown as failed.
 */
export const run: Run = async (report) =>
  besidePlatforms(async (server, platform) => {
    const admin = await new Caller(server.url).signIn(ADMIN, PASSWORD)
    const loads = [await openConversations(server, platform, admin)]
    await killUnder(server, loads, report, { rounds: 20, seed: 20_261_115, killsDatabase: false })
  })

/** Agents write to customers, with another trouble each round. */
export async function openConversations(server: Server, platform: SimulatedPlatform, admin: Caller): Promise<Load> {
  const acked = new Set<string>()
  const talks = await meet(admin, platform)
  const write = async (round: number) => {
    const trouble = TROUBLES[round % TROUBLES.length] ?? {}
    await platform.knobs(trouble)
    for (const { account, platformId } of talks)
      await platform.writeAs(account.source, account.accountId, platformId, `第 ${round} 轮`)
    await sleep(500)
    await Promise.all(talks.map((talk) => send(admin, talk, round, acked)))
    while (server.pid !== undefined) await sleep(20)
    await platform.knobs(Object.fromEntries(Object.keys(trouble).map((name) => [name, null])))
  }

  const check = async (report: Report, rounds: number) => {
    const threads = await settled(admin, talks)
    const arrived = await countArrived(platform, talks)

    const all = [...threads.values()]
    const twice = [...arrived.values()].filter((count) => count > 1).length
    const lost = [...acked].filter((text) => !threads.has(text)).length
    const pending = all.filter((message) => message.status === 0).length
    const saidSent = all.filter((message) => message.status === 1)
    const missing = saidSent.filter((message) => !arrived.has(message.content.text ?? '')).length
    const wronglyFailed = all.filter(
      (message) =>
        message.status === 2 && message.failKind !== 'outcome_unknown' && arrived.has(message.content.text ?? ''),
    ).length
    const unknown = all.filter((message) => message.failKind === 'outcome_unknown').length

    const zero = (name: string, value: number, unit = 'messages') =>
      report({ name, value, unit, budget: 0, isWithin: value === 0 })
    report({ name: 'channels.out.rounds', value: rounds, unit: 'kills', budget: rounds, isWithin: true })
    report({
      name: 'channels.out.acknowledged',
      value: acked.size,
      unit: 'messages',
      budget: '> 0',
      isWithin: acked.size > 0,
    })
    report({
      name: 'channels.out.sent',
      value: saidSent.length,
      unit: 'messages',
      budget: '> 0',
      isWithin: saidSent.length > 0,
    })
    report({ name: 'channels.out.unknown', value: unknown, unit: 'messages', budget: 'any', isWithin: true })
    zero('channels.out.lost', lost)
    zero('channels.out.twice', twice)
    zero('channels.out.left_pending', pending)
    zero('channels.out.sent_but_missing', missing)
    zero('channels.out.arrived_but_failed', wronglyFailed)
  }
  return { write, acknowledged: acked, check }
}

async function send(admin: Caller, { customerId }: Talk, round: number, acked: Set<string>) {
  for (let n = 0; n < PER_ROUND; n += 1) {
    const chatId = `${customerId.slice(-12)}${round}x${n}`
    const text = `您好，这是 ${chatId}`
    try {
      await admin.call(messageApi.send, {
        body: { customerId, chatId, content: { type: 'text', text }, confirmWarn: true },
      })
      acked.add(text)
    } catch {
      return
    }
  }
}
