import { createHash } from 'node:crypto'
import { type Fields, fieldsOf, isFields, textOf } from '../http/fields.ts'
import { parseJson } from '../http/json.ts'
import { hashOf, headerOf, isSameSignature, jsonAnswer } from '../http/raw-request.ts'
import type { RawRequest, Received, RefusalReason } from '../source.ts'
import type { DouyinSettings } from './settings.ts'
import { type Delivery, eventsOf } from './webhook-events.ts'

const DONE = '{}'

/** One address takes every event of the application. */
export function receiveDouyin(
  { clientKey, clientSecret }: Pick<DouyinSettings, 'clientKey' | 'clientSecret'>,
  request: RawRequest,
): Received {
  // Plain SHA-1 over secret and raw bytes: the platform's choice, not an HMAC.
  const expected = createHash('sha1').update(clientSecret).update(request.body).digest('hex')
  if (!isSameSignature(headerOf(request, 'x-douyin-signature'), expected)) {
    return refused('signature')
  }
  const text = Buffer.from(request.body).toString('utf8')
  const envelope = parseJson(text)
  if (!isFields(envelope) || textOf(envelope.event) === undefined) return refused('malformed')
  if (envelope.event === 'verify_webhook') return handshake(text)
  const dedupeKey = headerOf(request, 'msg-id') || `sha256:${hashOf(request.body)}`
  const events = eventsOf(deliveryOf(envelope, dedupeKey, clientKey, request.receivedAt))
  return { kind: 'accepted', answer: jsonAnswer(200, DONE), dedupeKey, events }
}

const refused = (reason: RefusalReason): Received => ({ kind: 'refused', answer: jsonAnswer(401, DONE), reason })

function deliveryOf(envelope: Fields, dedupeKey: string, clientKey: string, receivedAt: Date): Delivery {
  return {
    event: textOf(envelope.event) ?? '',
    from: textOf(envelope.from_user_id) ?? '',
    to: textOf(envelope.to_user_id) ?? '',
    content: fieldsOf(envelope.content),
    dedupeKey,
    clientKey,
    receivedAt,
  }
}

/** The challenge goes back as it came: a number stays that number, however large. */
function handshake(text: string): Received {
  const content = /"challenge"\s*:\s*(-?\d+)/.exec(text)
  const challenge = content?.[1] ?? JSON.stringify(fieldsOf(fieldsOf(text).content).challenge ?? null)
  return { kind: 'handshake', answer: jsonAnswer(200, `{"challenge":${challenge}}`) }
}
