import { createHmac } from 'node:crypto'
import { isFields } from '../http/fields.ts'
import { parseJson } from '../http/json.ts'
import { headerOf, isSameSignature, jsonAnswer } from '../http/raw-request.ts'
import type { RawRequest, Received } from '../source.ts'
import { DONE, refusalBody, type RefusalReason, SIGNATURE_HEADER } from './assumed.ts'
import type { Delivery, Reading } from './delivery.ts'
import { readBind, readKos, readUnbind } from './webhook-account.ts'
import { readIntentComment, readThirdData } from './webhook-lead.ts'
import { readMessage } from './webhook-message.ts'

const PATHS = new Map<string, (delivery: Delivery) => Reading>([
  ['/api/open/im/send', readMessage],
  ['/api/open/im/third/bind_account', readBind],
  ['/api/open/im/third/unbind_account', readUnbind],
  ['/api/open/im/auth/bind_user/event', readKos],
  ['/api/open/im/intent/comment', readIntentComment],
  ['/api/open/im/third/data', readThirdData],
])

const STATUS: Record<RefusalReason, number> = { signature: 401, decrypt: 401, malformed: 400 }

type ReceiveParts = Pick<Delivery, 'crypto' | 'binding' | 'assumptions'> & { checkSignature: boolean }

/** Authenticity rests on the key: what must be encrypted and does not decrypt is refused. */
export function receiveRedbook(parts: ReceiveParts, request: RawRequest): Received {
  const read = PATHS.get(request.path)
  if (!read) return refused('malformed', 404)
  if (parts.checkSignature && !isSigned(parts.crypto.key, request)) return refused('signature')
  const text = Buffer.from(request.body).toString('utf8')
  const body = parseJson(text)
  if (!isFields(body)) return refused('malformed')
  const reading = read({ ...parts, body, text, receivedAt: request.receivedAt })
  if (typeof reading === 'string') return refused(reading)
  return { kind: 'accepted', answer: jsonAnswer(200, DONE), ...reading }
}

function isSigned(key: Buffer, request: RawRequest): boolean {
  const expected = createHmac('sha256', key).update(request.body).digest('hex')
  return isSameSignature(headerOf(request, SIGNATURE_HEADER), expected)
}

function refused(reason: RefusalReason, status = STATUS[reason]): Received {
  return { kind: 'refused', answer: jsonAnswer(status, refusalBody(status, reason)), reason }
}
