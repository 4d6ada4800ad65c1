import { type Fields, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import { hashOf } from '../http/raw-request.ts'
import type { EventBase, InboundEvent, StaffState } from '../source.ts'
import { staffState } from './assumed.ts'
import type { Assumptions } from './assumptions.ts'
import type { Delivery, Reading } from './delivery.ts'

/** Reported; the other states are our assumption. */
const KOS_AUTHORISED = 2

export function readBind({ body, crypto, binding, receivedAt }: Delivery): Reading {
  const opened = crypto.open(body.content)
  if (!opened) return 'decrypt'
  const bound = binding.read(opened.fields)
  if (!bound) return 'malformed'
  const { platformId, name, state } = bound
  const dedupeKey = `bind:${hashOf(opened.plain)}`
  const event = omitUndefined<InboundEvent>({
    source: 'redbook',
    accountId: platformId,
    eventKey: dedupeKey,
    occurredAt: receivedAt,
    kind: 'account_bound',
    profile: name ? { platformId, name } : { platformId },
    state,
  })
  return { dedupeKey, events: [event] }
}

export function readUnbind(delivery: Delivery): Reading {
  const call = decryptIfEncrypted(delivery, 'unbind')
  if (!call) return 'decrypt'
  const [accountId, accountCode] = [textOf(call.fields.user_id), textOf(call.fields.account_code)]
  if (accountId === undefined && accountCode === undefined) return 'malformed'
  const event = omitUndefined<InboundEvent>({
    ...call.base,
    accountId: accountId ?? '',
    kind: 'account_unbound',
    accountCode,
  })
  return { dedupeKey: call.base.eventKey, events: [event] }
}

export function readKos(delivery: Delivery): Reading {
  const call = decryptIfEncrypted(delivery, 'kos')
  if (!call) return 'decrypt'
  const { user_id, kos_user_id, auth_status } = call.fields
  const [accountId, staffId] = [textOf(user_id), textOf(kos_user_id)]
  if (accountId === undefined || staffId === undefined) return 'malformed'
  const base = { ...call.base, accountId }
  const state = kosState(auth_status, delivery.assumptions)
  const event: InboundEvent = state
    ? { ...base, kind: 'kos_changed', staffId, state }
    : { ...base, kind: 'ignored', platformEvent: `kos:${textOf(auth_status) ?? ''}` }
  return { dedupeKey: call.base.eventKey, events: [event] }
}

function kosState(value: unknown, { isAllowed }: Assumptions): StaffState | undefined {
  if (numberOf(value) === KOS_AUTHORISED) return 'authorised'
  return isAllowed('staff') ? staffState(value) : undefined
}

/**
 * Calls that come plain or under `content`. They carry neither id nor time, and a second unbinding looks like the first
 * one repeated; the hour of receipt tells them apart.
 */
function decryptIfEncrypted(
  { body, text, crypto, isSigned, receivedAt }: Delivery,
  name: string,
): { fields: Fields; base: Omit<EventBase, 'accountId'> } | undefined {
  const isPlain = body.content === undefined
  const opened = isPlain ? { plain: text, fields: body } : crypto.open(body.content)
  if (!opened) return undefined
  const hour = receivedAt.toISOString().slice(0, 'YYYY-MM-DDTHH'.length)
  const base = {
    source: 'redbook',
    eventKey: `${name}:${hashOf(opened.plain)}:${hour}`,
    occurredAt: receivedAt,
    unverified: isPlain && !isSigned ? true : undefined,
  } as const
  return { fields: opened.fields, base: omitUndefined(base) }
}
