import type { CustomerRow } from '../customer/customer-change.ts'

/** Which counter of the customer a rule's places are taken from. */
const COUNTERS = {
  'douyin.reply': 'sentSinceInbound',
  'douyin.enter': 'sentSinceEnter',
  'redbook.before.reply': 'sentBeforeReply',
} as const satisfies Record<string, keyof CustomerRow>

type CountedRule = keyof typeof COUNTERS

const isCounted = (rule: string | null): rule is CountedRule => rule !== null && rule in COUNTERS

/** A place is taken with the insert of the message. */
export function takePlace(row: CustomerRow, rule: string | null, day: string): void {
  if (!isCounted(rule)) return
  if (rule === 'douyin.enter' && row.sentSinceEnter === 0) {
    row.enterOpenings = row.enterDay === day ? row.enterOpenings + 1 : 1
    row.enterDay = day
  }
  row[COUNTERS[rule]] += 1
}

/**
 * What the platform refused, or what never left, does not count; what may have arrived does. `seq`: which message it was. Where the
 * customer has written since, its place was given back with all others.
 */
export function giveBackPlace(row: CustomerRow, rule: string | null, seq: number): void {
  if (!isCounted(rule) || (rule !== 'douyin.enter' && isAnswered(row, seq))) return
  row[COUNTERS[rule]] = Math.max(0, row[COUNTERS[rule]] - 1)
}

/** Whether the customer has written since this message of ours. */
export const isAnswered = ({ lastInboundSeq }: CustomerRow, seq: number): boolean => lastInboundSeq > seq
