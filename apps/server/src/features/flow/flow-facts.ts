import type { FlowTest } from '@ruwu/contract'
import { hasKeyword, isDescribedBy, minuteOfDay } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'

type Facts = { change: CustomerChange; text: string; timeZone: string; now: Date }

/** Whether a branch's test holds for the customer now. */
export function isTestTrue(
  test: FlowTest,
  { change: { customer: row, session }, text, timeZone, now }: Facts,
): boolean {
  switch (test.type) {
    case 'message':
      return hasKeyword(test, text)
    case 'tag':
      return test.tagIds.some((id) => row.tagIds.includes(id)) === test.has
    case 'lead':
      return (row.leadStatus !== null) === test.has
    case 'ad':
      return row.byAd === test.is
    case 'source':
      return row.source === test.source
    case 'newCustomer':
      // The first session begins with the thread.
      return (session?.startSeq === 1) === test.is
    case 'time': {
      const minute = minuteOfDay(now, timeZone)
      return test.to <= test.from ? minute >= test.from || minute < test.to : minute >= test.from && minute < test.to
    }
    case 'intent':
      return text !== '' && isDescribedBy(text, test.text)
  }
}
