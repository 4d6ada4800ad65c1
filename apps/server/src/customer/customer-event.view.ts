import type { CustomerEvent, LastMessage } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { maskCustomer } from './customer.view.ts'
import { maskContent, maskFeedback, maskMessage } from './message.view.ts'

/** As agents hear it who may not see phone numbers and WeChat ids. The same object where nothing had to be hidden. */
export function maskEvent(event: CustomerEvent): CustomerEvent {
  const shown = { customer: maskCustomer(event.customer), ...shownParts(event) }
  const isSame = Object.entries(shown).every(([key, value]) => value === event[key as keyof CustomerEvent])
  return isSame ? event : { ...event, ...shown }
}

/** What people have written into the event itself, beside the customer's row. */
function shownParts(event: CustomerEvent): Record<string, unknown> {
  if (event.type === 'cus_message') return { message: maskMessage(event.message) }
  if (event.type === 'message_change') {
    const { content, feedback } = event
    return { ...(content && { content: maskContent(content) }), ...(feedback && { feedback: maskFeedback(feedback) }) }
  }
  if (event.type === 'agent_update_customer_info') return { changed: maskTexts(event.changed) }
  if (event.type === 'redirect_cus') return { note: event.note && maskContacts(event.note) }
  return {}
}

function maskTexts(changed: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(changed)
  const shown = entries.map(([key, value]) => [key, typeof value === 'string' ? maskContacts(value) : value] as const)
  return shown.every(([, value], no) => value === entries[no]?.[1]) ? changed : Object.fromEntries(shown)
}

type OwnerEvent = Extract<CustomerEvent, { type: 'rec_cus' | 'rel_cus' | 'redirect_cus' }>

const isOwnerEvent = (event: CustomerEvent): event is OwnerEvent =>
  event.type === 'rec_cus' || event.type === 'rel_cus' || event.type === 'redirect_cus'

/**
 * All that agents hear of a customer they may no longer see: whose they are now, so that they let go. Undefined: nothing. `lastMessage`
 * is the last one they could see.
 */
export function partingEvent(event: CustomerEvent, lastMessage: LastMessage | null): CustomerEvent | undefined {
  if (!isOwnerEvent(event)) return undefined
  if (event.note === null && event.customer.lastMessage === lastMessage) return event
  return { ...event, note: null, customer: { ...event.customer, lastMessage } }
}
