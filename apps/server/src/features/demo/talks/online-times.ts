import type { AgentId } from '@ruwu/contract'
import type { PastTalk } from '../past-conversations.ts'
import { DAY_MS, HOUR_MS, midnightBefore, OPENS } from './arrivals.ts'

/** An agent goes home then, unless customers keep them. */
const LEAVES = 18
const AROUND_MS = 300_000

type Online = { agentId: AgentId; startAt: Date; endAt: Date }

/** When agents were at their consoles: a working day on each day on which they did something, and long enough for all of it. */
export function onlineTimes(talks: readonly PastTalk[], now: Date): Online[] {
  const days = new Map<string, { agentId: AgentId; midnight: number; first: number; last: number }>()
  for (const moment of talks.flatMap(({ moments }) => moments)) {
    if (!('agentId' in moment) || !moment.agentId) continue
    const { agentId } = moment
    const at = moment.at.getTime()
    const midnight = midnightBefore(at)
    const key = `${agentId} ${midnight}`
    const { first, last } = days.get(key) ?? { first: at, last: at }
    days.set(key, { agentId, midnight, first: Math.min(first, at), last: Math.max(last, at) })
  }
  return [...days.values()].map(({ agentId, midnight, first, last }) => {
    const start = Math.max(midnight, Math.min(midnight + OPENS * HOUR_MS, first - AROUND_MS))
    const end = Math.max(midnight + LEAVES * HOUR_MS, last + AROUND_MS)
    return { agentId, startAt: new Date(start), endAt: new Date(Math.min(end, midnight + DAY_MS, now.getTime())) }
  })
}
