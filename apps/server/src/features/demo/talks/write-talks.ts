import type { AgentId } from '@ruwu/contract'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { STORIES } from './stories.ts'
import type { Story } from './story.ts'
import { type Cast, type Stage, writeTalk, type Written } from './write-talk.ts'

const SEED = 20_261
const CUSTOMERS = 320
const DAYS = 30
/** Most customers of the current day are still active or waiting. */
const TODAY = 28
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CHINA_MS = 8 * HOUR_MS
const OPENS = 9
const CLOSES = 22
const LONGEST_MS = 2 * HOUR_MS

type Wanted = { cast: Cast & { watchers: AgentId[] }; accounts: readonly Stage[]; now: Date }

/** A month of conversations, newest last; deterministic for the same time. */
export function writeTalks({ cast, accounts, now }: Wanted): Written[] {
  if (accounts.length === 0) return []
  const chance = seededRandom(SEED)
  const talks: Written[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const isToday = n >= CUSTOMERS - TODAY
    const stage = chance.pick(accounts)
    const story = chance.weighted(STORIES.filter((each) => fits(each, stage, isToday)))
    const start = isToday ? lately(now, n, chance) : onDay(now, DAYS - (n / (CUSTOMERS - TODAY)) * (DAYS - 2), chance)
    const talk = writeTalk(story, stage, cast, chance, start, n)
    if (talk.lastAt < now) talks.push(finish(talk, cast.watchers, now, chance))
  }
  return talks
}

/** Waiting customers are of today; those of the AI or a workflow are older. The AI receives only where it is published. */
function fits(story: Story, { source, hasAi }: Stage, isToday: boolean): boolean {
  if (story.start === 'ai_agent' && !hasAi) return false
  if (story.source && story.source !== source) return false
  const endsWithPerson = story.start === 'manual' || story.steps.some((step) => step.by === 'handoff')
  const isLong = story.steps.some((step) => step.by === 'pause')
  return isToday ? endsWithPerson && !isLong : story.isWaiting !== true
}

function lately(now: Date, n: number, chance: SeededRandom): Date {
  return new Date(now.getTime() - chance.between(15 * 60_000, LONGEST_MS) - (CUSTOMERS - n) * 60_000)
}

function onDay(now: Date, daysAgo: number, chance: SeededRandom): Date {
  const midnight = Math.floor((now.getTime() + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS
  return new Date(midnight - Math.ceil(daysAgo) * DAY_MS + chance.between(OPENS * HOUR_MS, CLOSES * HOUR_MS))
}

function finish(talk: Written, watchers: readonly AgentId[], now: Date, chance: SeededRandom): Written {
  const isOld = now.getTime() - talk.lastAt.getTime() > 4 * DAY_MS
  const unread = talk.isWaiting ? trailing(talk) : 0
  return {
    ...talk,
    talk: {
      ...talk.talk,
      isArchived: isOld && chance.next() < 0.55,
      seats: watchers.map((agentId) => ({
        agentId,
        unread,
        sticky: agentId === talk.owner && !isOld && chance.next() < 0.05,
        isStar: agentId === talk.owner && chance.next() < 0.06,
      })),
    },
  }
}

/** Number of the customer's messages at the end. */
function trailing({ talk }: Written): number {
  const words = talk.moments.filter((moment) => 'platformMessageId' in moment)
  return words.length - 1 - words.findLastIndex((moment) => moment.kind !== 'customer')
}
