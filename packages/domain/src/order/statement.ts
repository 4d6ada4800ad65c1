/** A payment as one side knows it. */
type Entry = { transactionId: string; orderNo: string; amount: number }

/**
 * `theirs`: only the payment side has it. `ours`: only we have it. `amount`: both have it, with different amounts. With a note the
 * operator has dealt with it.
 */
export type StatementDifference = Entry & { kind: 'theirs' | 'ours' | 'amount' | 'refund'; note?: string }

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

/** The form of our numbers: a merchant may sell other things too, which the statement lists with their own. */
export const isOrderNo = (text: string): boolean => /^20\d{16}$/.test(text)

/** 10:00 of the next day in China, by which both payment sides have made their statements. */
const MADE_AFTER_MS = 34 * HOUR_MS
const CHINA_OFFSET_MS = 8 * HOUR_MS
const DAY_MS = 24 * HOUR_MS

/** The last days (`2026-03-16`, in China) whose statements exist, the newest first. */
export const statementDays = (now: Date, days: number): string[] =>
  Array.from({ length: days }, (_, back) =>
    new Date(now.getTime() + CHINA_OFFSET_MS - MADE_AFTER_MS - back * DAY_MS).toISOString().slice(0, 10),
  )

/** Statements can be downloaded for three months; a day that differs is compared again while it is one of the last three. */
const KEPT_DAYS = 90
const CHANGING_DAYS = 3

type ComparedDay = {
  day: string
  theirCount: number
  differences: readonly Pick<StatementDifference, 'note'>[]
  comparedAt: Date
}

export const isDiffering = ({ differences }: Pick<ComparedDay, 'differences'>): boolean =>
  differences.some(({ note }) => note === undefined)

/** An empty statement may be one that is late: it is believed a day after it should have been made. */
const isRead = ({ day, theirCount, differences, comparedAt }: ComparedDay): boolean =>
  theirCount > 0 ||
  differences.length > 0 ||
  comparedAt.getTime() >= statementSpan(day).from.getTime() + MADE_AFTER_MS + DAY_MS

/** `first`: the day of our first payment or comparison. `due`: days to compare now; `missing`: those that should have been. Newest first. */
export function openStatements(
  compared: readonly ComparedDay[],
  first: string | undefined,
  now: Date,
): { due: string[]; missing: string[] } {
  const rows = new Map(compared.map((row) => [row.day, row]))
  const isOurs = (day: string) => first !== undefined && day >= first
  const days = statementDays(now, KEPT_DAYS).filter((day, back) => back < CHANGING_DAYS || isOurs(day))
  const isOpen = (day: string, back: number) => {
    const row = rows.get(day)
    return !row || !isRead(row) || (back < CHANGING_DAYS && isDiffering(row))
  }
  // The hourly comparison comes some minutes after the newest was made.
  const [last = ''] = statementDays(new Date(now.getTime() - 2 * HOUR_MS), 1)
  const isMissing = (day: string, back: number) => {
    const row = rows.get(day)
    return isOurs(day) && day <= last && (row ? back >= CHANGING_DAYS && !isRead(row) : true)
  }
  return { due: days.filter(isOpen), missing: days.filter(isMissing) }
}

/** The days before and after: a payment of midnight may be in their statements. */
export const daysBeside = (day: string): string[] =>
  [-DAY_MS, DAY_MS].map((ms) => new Date(Date.parse(day) + ms).toISOString().slice(0, 10))

/** Beginning and end of such a day. */
export const statementSpan = (day: string): { from: Date; to: Date } => {
  const from = new Date(`${day}T00:00:00+08:00`)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}
