import type { CustomerEvent, LastMessage } from '@ruwu/contract'
import { type ContactMask, maskContacts } from '@ruwu/domain'
import { maskCustomer } from './customer.view.ts'
import { maskContent, maskFeedback, maskMessage } from './message.view.ts'

/** A live event for agents who must not see everything. Returns the same object when nothing had to be masked. */
export function maskEvent(event: CustomerEvent, mask: ContactMask | null): CustomerEvent {
  if (mask === null) return event
  const shown = { customer: maskCustomer(event.customer, mask), ...shownParts(event, mask) }
  const isSame = Object.entries(shown).every(([key, value]) => value === event[key as keyof CustomerEvent])
  return isSame ? event : { ...event, ...shown }
}

/** Free text of the event itself, besides the customer's row. */
function shownParts(event: CustomerEvent, mask: ContactMask): Record<string, unknown> {
  if (event.type === 'cus_message') return { message: maskMessage(event.message, mask) }
  if (event.type === 'message_change') {
    const { content, feedback } = event
    return {
      ...(content && { content: maskContent(content, mask) }),
      ...(feedback && { feedback: maskFeedback(feedback, mask) }),
    }
  }
  if (event.type === 'agent_update_customer_info') return { changed: maskTexts(event.changed, mask) }
  if (event.type === 'redirect_cus') return { note: event.note && maskContacts(event.note, mask) }
  return {}
}

function maskTexts(changed: Record<string, unknown>, mask: ContactMask): Record<string, unknown> {
  const entries = Object.entries(changed)
  const shown = entries.map(
    ([key, value]) => [key, typeof value === 'string' ? maskContacts(value, mask) : value] as const,
  )
  return shown.every(([, value], no) => value === entries[no]?.[1]) ? changed : Object.fromEntries(shown)
}

type OwnerEvent = Extract<CustomerEvent, { type: 'rec_cus' | 'rel_cus' | 'redirect_cus' }>

const isOwnerEvent = (event: CustomerEvent): event is OwnerEvent =>
  event.type === 'rec_cus' || event.type === 'rel_cus' || event.type === 'redirect_cus'

/**
 * Event for an agent that may no longer see the customer: the owner change alone, so that the console drops the row.
 * Undefined: no event. `lastMessage` is the last one the agent could see; note and newer messages are removed.
 */
export function eventForFormerWatcher(
  event: CustomerEvent,
  lastMessage: LastMessage | null,
): CustomerEvent | undefined {
  if (!isOwnerEvent(event)) return undefined
  if (event.note === null && event.customer.lastMessage === lastMessage) return event
  return { ...event, note: null, customer: { ...event.customer, lastMessage } }
}
