import type { InboundEvent } from '../channels/source.ts'

/** Instants are text once an event has been stored. */
export function reviveEvent(stored: Record<string, unknown>): InboundEvent {
  const event = { ...stored, occurredAt: new Date(String(stored.occurredAt)) } as InboundEvent
  return event.kind === 'proactive_grant' && event.until ? { ...event, until: new Date(event.until) } : event
}
