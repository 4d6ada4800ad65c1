import { describedBy } from '@ruwu/domain'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { isQuestion } from './small-talk.ts'

/** More than this are not answered at once. */
const QUESTIONS_MAX = 3
/** Words as short as this mean little without what was said before. */
const SHORT_QUESTION = 12
const FRAGMENT = 6

export type Searched = {
  /** The best first. */
  found: Found[]
  /** What answers the questions, in their order. */
  hits: Found[]
  /** Questions that nothing answers, while others are answered. */
  open: string[]
}

/** Looks for every question of a burst, for all of it, and for what it may mean after what was said before. */
export async function searchBurst({ input, burst, question, hitFrom }: Situation): Promise<Searched> {
  const whole = await input.search(question)
  const parts = partsOf(burst.map(({ text }) => text))
  const searched = parts.length > 1 ? await Promise.all(parts.map((part) => input.search(part))) : [whole]
  const answers = searched.map((found) => hitOf(found, hitFrom))
  const hits = distinct([...answers, hitOf(whole, hitFrom)]).slice(0, QUESTIONS_MAX)
  const found = byScore([whole, ...searched].flat())
  if (hits.length > 0) {
    const open = parts.filter(
      (part, index) => !answers[index] && parts.length > 1 && Array.from(part).length > FRAGMENT,
    )
    return { found, hits, open }
  }
  const again = await searchWithBefore(input, question)
  const hit = hitOf(again, hitFrom)
  return { found: byScore([...found, ...again]), hits: hit ? [hit] : [], open: [] }
}

/** 那多少钱？ is asked about what the customer asked about before. */
async function searchWithBefore({ turns, search }: Situation['input'], question: string): Promise<Found[]> {
  if (Array.from(question).length > SHORT_QUESTION) return []
  const ours = turns.findLastIndex(({ who }) => who !== 'customer')
  const before = turns.slice(0, Math.max(ours, 0)).findLast(({ who, text }) => who === 'customer' && isQuestion(text))
  return before ? search(`${before.text} ${question}`) : []
}

/** The questions of a burst, each by itself; words between them that ask nothing are left out. */
export function partsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.match(/[^?？\n]+[?？]?/g) ?? []).map((part) => part.trim())
  return parts.filter((part) => isQuestion(part)).slice(0, QUESTIONS_MAX)
}

const hitOf = (found: readonly Found[], from: number) => found.find(({ score }) => score >= from)

const byScore = (found: readonly Found[]) => distinct(found.toSorted((one, other) => other.score - one.score))

function distinct(found: readonly (Found | undefined)[]): Found[] {
  const seen = new Map<string, Found>()
  for (const each of found) if (each && !seen.has(each.knowledgeId)) seen.set(each.knowledgeId, each)
  return [...seen.values()]
}

/** How sure it must be that the customer is in a scene. */
const SCENE_FROM = 0.6

/** What the account wants said in a scene the customer's words describe. */
export function findScene({ input, question }: Situation): string | undefined {
  const scenes = input.config.script.scenes.map(({ when, guide }) => ({ guide, likeness: describedBy(question, when) }))
  const best = scenes.toSorted((one, other) => other.likeness - one.likeness)[0]
  return best && best.likeness >= SCENE_FROM ? best.guide : undefined
}
