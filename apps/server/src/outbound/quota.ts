import type { CustomerRow } from '../customer/customer-change.ts'

/** Counter on the customer's row per quota rule. */
const COUNTERS = {
  'douyin.reply': 'sentSinceInbound',
  'douyin.enter': 'sentSinceEnter',
  'redbook.before.reply': 'sentBeforeReply',
} as const satisfies Record<string, keyof CustomerRow>

type CountedRule = keyof typeof COUNTERS

const isCounted = (rule: string | null): rule is CountedRule => rule !== null && rule in COUNTERS

/** Charges the quota, in the transaction that stores the message. */
export function chargeQuota(row: CustomerRow, rule: string | null, day: string): void {
  if (!isCounted(rule)) return
  if (rule === 'douyin.enter' && row.sentSinceEnter === 0) {
    row.enterOpenings = row.enterDay === day ? row.enterOpenings + 1 : 1
    row.enterDay = day
  }
  row[COUNTERS[rule]] += 1
}

/**
 * Refunds a message that the platform refused or that was never sent; one that may have arrived stays charged. When the customer has
 * written since message `seq`, the counter was reset already.
 */
export function refundQuota(row: CustomerRow, rule: string | null, seq: number): void {
  if (!isCounted(rule) || (rule !== 'douyin.enter' && isAnswered(row, seq))) return
  row[COUNTERS[rule]] = Math.max(0, row[COUNTERS[rule]] - 1)
}

/** Whether the customer has written since this message of ours. */
export const isAnswered = ({ lastInboundSeq }: CustomerRow, seq: number): boolean => lastInboundSeq > seq
