import type { Outcome } from './retrieval-eval.ts'

/** Shares from 0 to 1; NaN where nothing was asked. */
export type Figures = {
  set: string
  /** Questions that an entry answers, and others. */
  known: number
  unknown: number
  hit1: number
  hit3: number
  hit10: number
  mrr: number
  /** The same by plain BM25. */
  bm25: { hit1: number; hit3: number; hit10: number; mrr: number }
  /** Of the known questions: answered at once; asked back with the right entry among the choices. */
  coverage: number
  offered: number
  /** Of all answers, also to questions that no entry answers: made from a right entry. */
  precision: number
  /** Of the unknown questions: asked back, handed over or refused. */
  held: number
}

export const EVAL_BUDGETS = { hit1: 0.85, hit3: 0.95, held: 0.9 }
/** For a library of one trade with many near entries. */
export const DENSE_BUDGETS = { aboveBm25: 0.05, coverage: 0.7, held: 0.6 }

/** Sets of the library with many near entries. */
export const isDense = (set: string): boolean => set.startsWith('dense')

const share = <T>(all: readonly T[], is: (each: T) => boolean): number => all.filter(is).length / all.length

function placed(places: readonly number[]) {
  const within = (most: number) => share(places, (place) => place >= 0 && place < most)
  const mrr = places.reduce((sum, place) => sum + (place < 0 || place >= 10 ? 0 : 1 / (place + 1)), 0) / places.length
  return { hit1: within(1), hit3: within(3), hit10: within(10), mrr }
}

const isAnswered = ({ decision }: Outcome): boolean => decision === 'answer'
export const isRight = ({ isKnown, place }: Outcome): boolean => isKnown && place === 0

export function figuresOf(set: string, outcomes: readonly Outcome[]): Figures {
  const known = outcomes.filter(({ isKnown }) => isKnown)
  const unknown = outcomes.filter(({ isKnown }) => !isKnown)
  return {
    set,
    known: known.length,
    unknown: unknown.length,
    ...placed(known.map(({ place }) => place)),
    bm25: placed(known.map(({ bm25 }) => bm25)),
    coverage: share(known, isAnswered),
    offered: share(known, ({ isOffered }) => isOffered),
    precision: share(outcomes.filter(isAnswered), isRight),
    held: 1 - share(unknown, isAnswered),
  }
}

/** One row per set, in the order of the questions. */
export const figuresBySet = (outcomes: readonly Outcome[]): Figures[] =>
  Object.entries(Object.groupBy(outcomes, ({ set }) => set)).map(([set, some = []]) => figuresOf(set, some))

/** The budgets that are missed by more than `slack` questions: of a small set, one is several hundredths. */
export function shortOf({ set, known, unknown, hit1, hit3, held, coverage, bm25 }: Figures, slack = 0): string[] {
  const short: string[] = []
  const demand = (name: string, value: number, least: number, asked = known) => {
    if (!(value >= least - slack / asked)) short.push(`${set}: ${name} ${value.toFixed(3)} < ${least.toFixed(3)}`)
  }
  if (known > 0 && isDense(set)) {
    demand('hit@3', hit3, bm25.hit3 + DENSE_BUDGETS.aboveBm25)
    demand('coverage', coverage, DENSE_BUDGETS.coverage)
  } else if (known > 0) {
    demand('hit@1', hit1, EVAL_BUDGETS.hit1)
    demand('hit@3', hit3, EVAL_BUDGETS.hit3)
  }
  if (unknown > 0) demand('held', held, isDense(set) ? DENSE_BUDGETS.held : EVAL_BUDGETS.held, unknown)
  return short
}

/** Coverage of the known questions and precision of all answers if every question with at least this confidence were answered. */
export function tradeOff(outcomes: readonly Outcome[], from: number) {
  const answered = outcomes.filter(({ confidence }) => confidence >= from)
  const known = outcomes.filter(({ isKnown }) => isKnown)
  return {
    from,
    coverage: answered.filter(({ isKnown }) => isKnown).length / known.length,
    precision: share(answered, isRight),
    held: 1 - answered.filter(({ isKnown }) => !isKnown).length / (outcomes.length - known.length),
  }
}

const BINS = 10

/** Questions by the confidence of their best piece: how often it is right. */
export const calibrationOf = (outcomes: readonly Outcome[]) =>
  Array.from({ length: BINS }, (_, bin) => {
    const some = outcomes.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin)
    const confidence = some.reduce((sum, each) => sum + each.confidence, 0) / some.length
    return { from: bin / BINS, asked: some.length, confidence, right: share(some, isRight) }
  })
