import type { AgentId } from '@ruwu/contract'
import { type Arrival, arrivals } from './arrivals.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { STORIES } from './stories.ts'
import type { Story } from './story.ts'
import { type Cast, type Stage, writeTalk, type Written } from './write-talk.ts'

const SEED = 20_261
const DAYS = 30
/** The newest customers are still active or waiting. */
const RECENT = 14
const DAY_MS = 86_400_000

type Wanted = { cast: Cast & { watchers: AgentId[] }; accounts: readonly Stage[]; customers: number; now: Date }

/** A month of conversations, newest last; deterministic for the same time. */
export function writeTalks({ cast, accounts, customers, now }: Wanted): Written[] {
  if (accounts.length === 0) return []
  const chance = seededRandom(SEED)
  // Half of the customers come to where the AI receives, so that its figures are worth reading.
  const withAi = accounts.filter(({ hasAi }) => hasAi).length
  const stages = accounts.map((stage) => ({
    stage,
    weight: stage.hasAi ? Math.max(1, (accounts.length - withAi) / Math.max(1, withAi)) : 1,
  }))
  const all = arrivals(now, DAYS, customers, chance)
  return all.flatMap((arrival, n) => {
    const { stage } = chance.weighted(stages)
    const isRecent = n >= all.length - RECENT
    const fitting = STORIES.filter((story) => fits(story, stage, arrival, isRecent))
    // At night an account without an AI receives none of them: the customer writes to it the next day.
    if (fitting.length === 0) return []
    const talk = writeTalk(chance.weighted(fitting), stage, cast, chance, arrival.at, n)
    return talk.lastAt < now ? [finish(talk, cast.watchers, now, chance)] : []
  })
}

/** Waiting customers are among the newest; those of the AI are older or of the night. The AI receives only where it is published. */
function fits(story: Story, { source, hasAi }: Stage, { isAtNight }: Arrival, isRecent: boolean): boolean {
  if (isAtNight && !isAutomatic(story)) return false
  if (story.start === 'ai_agent' && !hasAi) return false
  if (story.source && story.source !== source) return false
  const endsWithPerson = story.start === 'manual' || story.steps.some((step) => step.by === 'handoff')
  const isLong = story.steps.some((step) => step.by === 'pause')
  return isRecent && !isAtNight ? endsWithPerson && !isLong : story.isWaiting !== true
}

/** Nobody but the AI or a workflow speaks. */
const isAutomatic = (story: Story) =>
  story.start !== 'manual' && story.steps.every((step) => ['customer', 'ai', 'flow'].includes(step.by))

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
