import { describedBy, pricesIn } from '@ruwu/domain'
import type { Found, Search } from '../engine.ts'
import { judge } from '../judge.ts'
import { relevance } from '../retrieval/entry.ts'
import { namesTopic } from '../retrieval/rank.ts'
import type { Situation } from '../situation.ts'
import { asksPrice, isQuestion } from './small-talk.ts'

/** Questions answered at once. */
const QUESTIONS_MAX = 3
/** Questions up to this many characters are also searched together with the earlier topic. */
const SHORT_QUESTION = 12
const FRAGMENT = 6
/** Relevance (`relevance`) from which a piece is related to the question. */
const RELATED = 0.15
/** Likelihood of a clear answer: such pieces are right in more than nine of ten cases (calibration table of `npm run eval`). */
const CLEAR = 0.9
/** How long does it take, does it hurt: a question without a subject of its own. */
const NEEDS_SUBJECT = /^(?:那|大概|一般|这个)*(?:要|得|需要|会)?(?:多久|多长时间|疼|痛)(?:吗|呢|啊|么|嘛)?[?？]*$/

type Searched = {
  /** By score, highest first. */
  found: Found[]
  /** Answers to the questions, in their order. */
  hits: Found[]
  /** Without a hit: the close pieces among which the customer may choose. */
  choices: Found[]
  /** Questions without an answer while others have one. */
  open: string[]
}

/** Searches for each question of a burst, for the whole burst, and for short questions together with the earlier topic. */
export async function searchBurst(situation: Situation): Promise<Searched> {
  const { input, burst, question, hitFrom } = situation
  const before = earlierTopic(situation)
  const parts = questionsIn(burst.map(({ text }) => text))
  const after = (asked: string, earlier: string | undefined) => searchAfter(input.search, asked, earlier, hitFrom)
  const isSeveral = parts.length > 1
  const whole = isSeveral ? await input.search(question) : await after(question, before)
  const aboutOf = (index: number) => parts.slice(0, index).findLast((part) => namesTopic(part)) ?? before
  const searched = isSeveral ? await Promise.all(parts.map((part, index) => after(part, aboutOf(index)))) : [whole]
  const answers = searched.map((found) => hitOf(found, hitFrom))
  const hits = distinct([...answers, hitOf(whole, hitFrom)]).slice(0, QUESTIONS_MAX)
  const judged = [whole, ...searched].map((found) => judge(found, hitFrom))
  const close = judged.find((each) => each.kind === 'choose')
  const isLeftOpen = (part: string, index: number) =>
    !answers[index] && isSeveral && (Array.from(part).length > FRAGMENT || asksPrice(part))
  return {
    found: byScore([whole, ...searched].flat()),
    hits,
    choices: hits.length === 0 && close?.kind === 'choose' ? close.choices : [],
    open: hits.length > 0 ? parts.filter(isLeftOpen) : [],
  }
}

/** The customer's last question, or thing they named, before our last message. */
function earlierTopic({ input: { turns }, known }: Situation): string | undefined {
  const ours = turns.findLastIndex(({ who }) => who !== 'customer')
  const told = new Set(Object.values(known))
  const isAbout = (text: string) => isQuestion(text) || (namesTopic(text) && !told.has(text.trim()))
  return turns.slice(0, Math.max(ours, 0)).findLast(({ who, text }) => who === 'customer' && isAbout(text))?.text
}

/**
 * Searches for a follow-up question. 那多少钱？ names no topic, so it is searched together with the earlier question, and only
 * pieces related to the new question count: a piece that matches the earlier question alone was sent already and does not
 * answer 有停车位吗？.
 */
async function searchAfter(
  search: Search,
  question: string,
  before: string | undefined,
  hitFrom: number,
): Promise<Found[]> {
  const alone = await search(question)
  if (before === undefined || Array.from(question).length > SHORT_QUESTION) return alone
  const isAnswered = hitOf(alone, hitFrom) !== undefined
  if (isAnswered && (namesTopic(question) || !namesTopic(before))) return alone
  const both = await search(`${before} ${question}`)
  const about = both.filter((each) => isRelated(question, each))
  if (!isAnswered) return byScore([...alone, ...about])
  if (asksPrice(question) || NEEDS_SUBJECT.test(question.trim())) return about
  return hitOf(about, hitFrom) && !hitOf(alone, CLEAR) ? about : alone
}

/** A piece with a price is related to 多少钱 even without common words. */
const isRelated = (question: string, found: Found): boolean =>
  relevance(question, found) >= RELATED ||
  (asksPrice(question) && !namesTopic(question) && pricesIn(found.answer).length > 0)

// A question mark inside a URL ends no question.
const PART = /(?:[^?？\n]|(?<=[\w/])\?(?=[\w%]))+[?？]?/g

/** The questions of a burst, one by one; statements between them are left out. */
export function questionsIn(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.match(PART) ?? []).map((part) => part.trim())
  return parts.filter((part) => isQuestion(part)).slice(0, QUESTIONS_MAX)
}

function hitOf(found: readonly Found[], from: number): Found | undefined {
  const judgement = judge(found, from)
  return judgement.kind === 'answer' ? judgement.hit : undefined
}

const byScore = (found: readonly Found[]) => distinct(found.toSorted((one, other) => other.score - one.score))

function distinct(found: readonly (Found | undefined)[]): Found[] {
  const seen = new Map<number, Found>()
  for (const each of found) if (each && !seen.has(each.no)) seen.set(each.no, each)
  return [...seen.values()]
}

/** Similarity from which a scene applies. */
const SCENE_FROM = 0.6

/** The configured text of the scene that the question matches best. */
export function findScene({ input, question }: Situation): string | undefined {
  const scenes = input.config.script.scenes.map(({ when, guide }) => ({ guide, likeness: describedBy(question, when) }))
  const best = scenes.toSorted((one, other) => other.likeness - one.likeness)[0]
  return best && best.likeness >= SCENE_FROM ? best.guide : undefined
}
