import { createHash } from 'node:crypto'
import type { Fields } from '../calls/platform-call.ts'
import type { World } from '../world/world.ts'

export type Encoding = 'string' | 'object'

/** Ad ids are 64-bit numbers, too large for ours; they leave as they stand. */
export const bigNumber = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

/** Plain SHA-1 over secret and raw body: the platform's own way, not an HMAC. */
export const signatureOf = (clientSecret: string, body: string): string =>
  createHash('sha1')
    .update(clientSecret + body)
    .digest('hex')

/** An object, or a string of JSON: the knob, or what is usual for this event. */
export function encodingOf(world: World, accountId: string, usual: Encoding): Encoding {
  const knob = world.knobs.get('hook.contentAs', { source: 'douyin', accountId })
  if (knob === 'string' || knob === 'object') return knob
  if (knob === 'mixed') return world.chance('hook.contentAs', 0.5) ? 'string' : 'object'
  return usual
}

type Parts = {
  event: string
  accountId: string
  from: string
  to?: string | undefined
  content: Fields
  usual: Encoding
  extra?: Fields | undefined
}

/** One webhook body. */
export function envelope(world: World, { event, accountId, from, to, content, usual, extra }: Parts): string {
  const isSprinkled = world.knobs.isOn('fields.extra', { source: 'douyin', accountId })
  const inner = isSprinkled ? { ...content, trace: { level: 2 } } : content
  return JSON.stringify({
    event,
    client_key: world.options.credentials.douyin.clientKey,
    from_user_id: from,
    ...(to === undefined ? {} : { to_user_id: to }),
    content: encodingOf(world, accountId, usual) === 'string' ? JSON.stringify(inner) : inner,
    log_id: world.ids.logId(world.now()),
    ...extra,
    ...(isSprinkled ? { sampled: true } : {}),
  })
}
