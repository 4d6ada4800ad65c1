import { createHmac } from 'node:crypto'
import { isFields } from '../http/fields.ts'
import { parseJson } from '../http/json.ts'
import { headerOf, isSameSignature, jsonAnswer } from '../http/raw-request.ts'
import type { RawRequest, Received, RefusalReason } from '../source.ts'
import { ACCEPTED_BODY, REFUSED, SIGNATURE_HEADER } from './assumed.ts'
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

type ReceiveParts = Pick<Delivery, 'crypto' | 'binding' | 'assumptions'> & { checkSignature: boolean }

/**
 * The cipher has no authentication: a known ciphertext can be altered bit by bit, and sender and receiver are not
 * encrypted. So the signature over the raw bytes is checked before anything is decrypted.
 */
export function receiveRedbook(parts: ReceiveParts, request: RawRequest): Received {
  const read = PATHS.get(request.path)
  if (!read) return refused('malformed')
  if (parts.checkSignature && !isSigned(parts.crypto.key, request)) return refused('signature')
  const text = Buffer.from(request.body).toString('utf8')
  const body = parseJson(text)
  if (!isFields(body)) return refused('malformed')
  const reading = read({ ...parts, body, text, isSigned: parts.checkSignature, receivedAt: request.receivedAt })
  if (typeof reading === 'string') return refused(reading)
  return { kind: 'accepted', answer: jsonAnswer(200, ACCEPTED_BODY), ...reading }
}

function isSigned(key: Buffer, request: RawRequest): boolean {
  const expected = createHmac('sha256', key).update(request.body).digest('hex')
  return isSameSignature(headerOf(request, SIGNATURE_HEADER), expected)
}

/** One answer whatever was wrong: a caller must not learn how far a made-up call came (padding oracle). */
const refused = (reason: RefusalReason): Received => ({ kind: 'refused', answer: jsonAnswer(401, REFUSED), reason })
