import type { Analysed, Unit } from './analyse.ts'
import { contradicts, likeness } from './likeness.ts'

/** What an entry says: the questions it answers, one by one, and its answer. */
export type Entry = { questions: readonly Analysed[]; answer: Analysed }

/** What a word of the question counts for when the entry says it in another of its questions, or in its answer. */
const ELSEWHERE = 0.9
const IN_ANSWER = 0.6

/** How well an entry answers a question, from 0 to 1. */
export function score(question: Analysed, entry: Entry): number {
  const all = entry.questions.flatMap(({ units }) => units)
  const elsewhere = question.units.map((unit) =>
    Math.max(ELSEWHERE * bestOf(unit, all), IN_ANSWER * bestOf(unit, entry.answer.units)),
  )
  const contradicted = share(
    question.units,
    (unit, index) => (elsewhere[index] ?? 0) < 0.5 && contradicts(unit, all) ? 1 : 0,
  )
  let best = 0
  for (const said of entry.questions) {
    const cover = (unit: Unit, index: number) => Math.max(bestOf(unit, said.units), elsewhere[index] ?? 0)
    const asked = share(question.units, cover)
    const back = share(said.units, (unit) => bestOf(unit, question.units))
    const topics = question.units.some(isTopic) ? share(question.units, cover, isTopic) : 1
    const base = asked ** 0.65 * back ** 0.35
    const is = (0.85 * base + 0.15 * dice(question.pairs, said.pairs)) * (1 - 0.4 * contradicted) * (0.5 + 0.5 * topics)
    best = Math.max(best, is)
  }
  return Math.min(1, best)
}

/** What a question is about, other than what it wants to know of that. */
const isTopic = (unit: Unit): boolean =>
  unit.meanings.length > 0 ? unit.meanings.every((meaning) => meaning.kind === 'thing') : unit.weight >= 1

/** By their weights, how much of these words is there. */
function share(
  units: readonly Unit[],
  cover: (unit: Unit, index: number) => number,
  counts: (unit: Unit) => boolean = () => true,
): number {
  let covered = 0
  let weights = 0
  for (const [index, unit] of units.entries()) {
    if (!counts(unit)) continue
    weights += unit.weight
    covered += unit.weight * cover(unit, index)
  }
  return weights > 0 ? covered / weights : 0
}

function bestOf(unit: Unit, among: readonly Unit[]): number {
  let best = 0
  for (const other of among) {
    best = Math.max(best, likeness(unit, other))
    if (best === 1) break
  }
  return best
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const each of a) if (b.has(each)) both += 1
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}
