import type { Analysed, Unit } from './analyse.ts'
import { contradicts, likeness } from './likeness.ts'

/** What an entry says: the questions it answers, one by one, or the sentences of a text; and its answer. */
export type Entry = { questions: readonly Analysed[]; isText: boolean; answer: Analysed }

/** What a word of the question counts for when the entry says it in another of its questions, or in its answer. */
const ELSEWHERE = 0.95
const IN_ANSWER = 0.8
/** A word that is said less than this is not said. */
const NOT_SAID = 0.5

// Found on the tuned questions of fixtures/ai, then rounded; `npm run eval` shows what a change does.
const WRITTEN_SHARE = 0.1
const CONTRADICTION = 0.55
const TOPICS_ASKED = 0.7
/** A sentence of a text says more than is asked, and is no worse for it. */
const TEXT = { askedShare: 0.9, topicsSaid: 0.1 }
const QUESTION = { askedShare: 0.7, topicsSaid: 0.3 }

/** A question, with the likeness of its words to others as far as it was asked for: many entries say the same words. */
export type Asked = Analysed & { alike: readonly Alike[] }
type Alike = (other: Unit) => number

export const askedOf = (question: Analysed): Asked => ({ ...question, alike: question.units.map(alikeTo) })

function alikeTo(unit: Unit): Alike {
  const known = new Map<string, number>()
  return (other) => {
    const before = known.get(other.word)
    if (before !== undefined) return before
    const is = likeness(unit, other)
    known.set(other.word, is)
    return is
  }
}

/** How well an entry answers a question, from 0 to 1. */
export function score(question: Asked, entry: Entry): number {
  const all = entry.questions.flatMap(({ units }) => units)
  const elsewhere = question.alike.map((alike) => {
    const asked = ELSEWHERE * best(all, alike)
    return asked >= IN_ANSWER ? asked : Math.max(asked, IN_ANSWER * best(entry.answer.units, alike))
  })
  const contradicted = share(question.units, (unit, index) =>
    (elsewhere[index] ?? 0) < NOT_SAID && contradicts(unit, all) ? 1 : 0,
  )
  const ways = entry.questions.map((said) => wayScore(question, said, elsewhere, entry.isText ? TEXT : QUESTION))
  return Math.min(1, Math.max(0, ...ways) * (1 - CONTRADICTION * (contradicted ?? 0)))
}

/** By one way to ask for the entry: how much of either is said in the other, above all of what they are about. */
function wayScore(question: Asked, said: Analysed, elsewhere: readonly number[], weighing: typeof QUESTION): number {
  const there = question.alike.map((alike, index) => Math.max(best(said.units, alike), elsewhere[index] ?? 0))
  const back = said.units.map((unit) => best(question.alike, (alike) => alike(unit)))
  const askedThere = share(question.units, (_, index) => there[index] ?? 0) ?? 0
  const saidThere = share(said.units, (_, index) => back[index] ?? 0) ?? 0
  const topicsAsked = share(question.units, (_, index) => there[index] ?? 0, isTopic) ?? 1
  const topicsSaid = share(said.units, (_, index) => back[index] ?? 0, isTopic) ?? 1
  const alike = askedThere ** weighing.askedShare * saidThere ** (1 - weighing.askedShare)
  return (
    ((1 - WRITTEN_SHARE) * alike + WRITTEN_SHARE * dice(question.pairs, said.pairs)) *
    (1 - TOPICS_ASKED * (1 - topicsAsked)) *
    (1 - weighing.topicsSaid * (1 - topicsSaid))
  )
}

/** What a question is about, other than what it wants to know of that. */
const isTopic = (unit: Unit): boolean =>
  unit.meanings.length > 0 ? unit.meanings.every((meaning) => meaning.kind === 'thing') : unit.weight >= 1

/** By their weights, how much of these words is there; undefined where none counts. */
function share(
  units: readonly Unit[],
  isThere: (unit: Unit, index: number) => number,
  counts: (unit: Unit) => boolean = () => true,
): number | undefined {
  let there = 0
  let weights = 0
  for (const [index, unit] of units.entries()) {
    if (!counts(unit)) continue
    weights += unit.weight
    there += unit.weight * isThere(unit, index)
  }
  return weights > 0 ? there / weights : undefined
}

function best<T>(among: readonly T[], is: (each: T) => number): number {
  let most = 0
  for (const each of among) {
    most = Math.max(most, is(each))
    if (most === 1) break
  }
  return most
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const each of a) if (b.has(each)) both += 1
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}
