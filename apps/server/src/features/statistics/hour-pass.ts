import type { EntId } from '@ruwu/contract'
import { inTurn } from './count-in-turn.ts'

type Batched = { hours: readonly unknown[] }

/** Counts hours that come in their order, in batches. */
export type Counter<Batch extends Batched, Result> = {
  /** Before the hours of a batch. */
  begin(batch: Batch): void
  add(hour: Batch['hours'][number]): void
  result(): Result
}

/** Passes at once, of all requests: each holds a batch and what its counters have found. */
const PASSES_MAX = 4
/** Of one enterprise: a long one does not keep the others waiting. */
const PASSES_OF_ONE = 2

const underWay = new Map<EntId, number>()
const waiting: { entId: EntId; start: () => void }[] = []

const passesOf = (entId: EntId): number => underWay.get(entId) ?? 0
const passes = (): number => [...underWay.values()].reduce((sum, count) => sum + count, 0)

async function inPlace<T>(entId: EntId, pass: () => Promise<T>): Promise<T> {
  await new Promise<void>((start) => {
    waiting.push({ entId, start })
    startNext()
  })
  try {
    return await pass()
  } finally {
    const left = passesOf(entId) - 1
    if (left > 0) underWay.set(entId, left)
    else underWay.delete(entId)
    startNext()
  }
}

/** Of the enterprise that has the fewest passes under way, the one that has waited longest. */
function startNext(): void {
  const next = waiting.toSorted((a, b) => passesOf(a.entId) - passesOf(b.entId))[0]
  if (!next || passes() >= PASSES_MAX || passesOf(next.entId) >= PASSES_OF_ONE) return
  waiting.splice(waiting.indexOf(next), 1)
  underWay.set(next.entId, passesOf(next.entId) + 1)
  next.start()
}

export type HourPass<Batch extends Batched> = <Result>(counter: () => Counter<Batch, Result>) => Promise<Result>

/**
 * Counts together what is asked for until the first batch has been read: of a long period no more than a batch is in memory, and it is
 * read once. What is asked for later is counted in another pass.
 */
export function hourPass<Batch extends Batched>(
  entId: EntId,
  batches: () => AsyncIterable<Batch>,
  rowsOf: (hour: Batch['hours'][number]) => number,
): HourPass<Batch> {
  type Asked = (() => Counter<Batch, unknown>)[]
  let open: { asked: Asked; results: Promise<unknown[]> } | undefined
  const run = async (asked: Asked) => {
    const begin = () => {
      open = undefined
      return asked.map((counter) => counter())
    }
    let counters: Counter<Batch, unknown>[] | undefined
    for await (const batch of batches()) {
      counters ??= begin()
      await countBatch(counters, batch, rowsOf)
    }
    counters ??= begin()
    return counters.map((counter) => counter.result())
  }
  return async <Result>(counter: () => Counter<Batch, Result>) => {
    if (!open) {
      const asked: Asked = []
      open = { asked, results: inPlace(entId, () => run(asked)) }
    }
    const { asked, results } = open
    const place = asked.push(counter) - 1
    return (await results)[place] as Result
  }
}

const countBatch = <Batch extends Batched>(
  counters: readonly Counter<Batch, unknown>[],
  batch: Batch,
  rowsOf: (hour: Batch['hours'][number]) => number,
): Promise<void> =>
  inTurn(async (rest) => {
    for (const counter of counters) counter.begin(batch)
    for (const hour of batch.hours) {
      for (const counter of counters) counter.add(hour)
      await rest(rowsOf(hour) * counters.length)
    }
  })
