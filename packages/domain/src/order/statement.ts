/** A payment as one side knows it. */
type Entry = { transactionId: string; orderNo: string; amount: number }

/** `theirs`: only the payment side has it. `ours`: only we have it. `amount`: both have it, with different amounts. */
export type StatementDifference = Entry & { kind: 'theirs' | 'ours' | 'amount' | 'refund' }

export const STATEMENT_DIFFERENCE_LABELS: Record<StatementDifference['kind'], string> = {
  theirs: '平台有、本方没有',
  ours: '本方有、平台没有',
  amount: '金额不同',
  refund: '不是由本方发起的退款',
}

/** What a day's statement and our payments of the day differ in. */
export function compareStatement(theirs: readonly Entry[], ours: readonly Entry[]): StatementDifference[] {
  const known = new Map(ours.map((entry) => [entry.transactionId, entry]))
  const told = new Set(theirs.map(({ transactionId }) => transactionId))
  const differing = theirs.flatMap((entry): StatementDifference[] => {
    const own = known.get(entry.transactionId)
    if (own?.amount === entry.amount) return []
    return [{ ...entry, kind: own ? 'amount' : 'theirs' }]
  })
  const untold = ours.filter(({ transactionId }) => !told.has(transactionId))
  return [...differing, ...untold.map((entry) => ({ ...entry, kind: 'ours' as const }))]
}

const HOUR_MS = 3_600_000

/** 10:00 of the next day in China, by which both payment sides have made their statements. */
const MADE_AFTER_MS = 34 * HOUR_MS
const CHINA_OFFSET_MS = 8 * HOUR_MS
const DAY_MS = 24 * HOUR_MS

/** The last days (`2026-03-16`, in China) whose statements exist, the newest first. */
export const statementDays = (now: Date, days: number): string[] =>
  Array.from({ length: days }, (_, back) =>
    new Date(now.getTime() + CHINA_OFFSET_MS - MADE_AFTER_MS - back * DAY_MS).toISOString().slice(0, 10),
  )

/** Beginning and end of such a day. */
export const statementSpan = (day: string): { from: Date; to: Date } => {
  const from = new Date(`${day}T00:00:00+08:00`)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}
