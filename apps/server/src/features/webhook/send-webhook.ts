import { createHmac, randomBytes } from 'node:crypto'
import type { RobotType } from '@ruwu/contract'
import { excerptOf, maskContacts, WEBHOOK_TEXTS, WEBHOOK_TIMEOUT_MS } from '@ruwu/domain'
import type { LeadPushOfTarget } from '../../db/schema/index.ts'
import { isLoopbackUrl, publicFetch } from '../../platform/http/public-fetch.ts'
import { robotBody, robotRefusal, robotUrl } from './robot.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const EXCERPT_CHARS = 100
const EXCERPT_BYTES = 1024
const ANSWER_BYTES = 64 * 1024

/** Of the form of Standard Webhooks. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Headers of the Standard Webhooks scheme: HMAC-SHA256 over id, time and body. */
export function signedHeaders({ id, body, secret }: { id: string; body: string; secret: string }, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000)
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

export type Outcome = {
  /** Null without an answer. */
  status: number | null
  ms: number
  /** Why it counts as failed; empty when the receiver accepted it. */
  error: string
  /** Body of an accepted call whose answer was asked for. */
  answer: string
}

type Request = {
  url: string
  id: string
  body: string
  secret: string
  isDemo: boolean
  /** A robot of a group chat, which has a signature and an answer of its own. */
  robot?: RobotType
  isAnswerRead?: boolean
}

/** Of a row of `webhook`. */
export const robotOf = ({ leadPush }: { leadPush: LeadPushOfTarget | null }): { robot?: RobotType } =>
  leadPush && leadPush.type !== 'webhook' ? { robot: leadPush.type } : {}

/** One attempt. Only a 2xx answer counts as accepted; its body is read for robots, and where it is asked for up to a limit. */
export async function sendWebhook(
  { url, isDemo, robot, isAnswerRead = false, ...message }: Request,
  now: Date,
): Promise<Outcome> {
  const began = performance.now()
  const outcome = (status: number | null, error: string, answer = ''): Outcome => ({
    status,
    ms: Math.round(performance.now() - began),
    error,
    answer,
  })
  try {
    const address = robot === undefined ? url : robotUrl(url, robot, message.secret, now)
    const response = await publicFetch(!(isDemo && isLoopbackUrl(url)))(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Ruwu-Webhook/1',
        ...(robot === undefined && signedHeaders(message, now)),
      },
      body: message.body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    if (response.ok && robot !== undefined) return outcome(response.status, robotRefusal(await response.text()))
    if (response.ok && isAnswerRead) return outcome(response.status, '', await readText(response, ANSWER_BYTES))
    const excerpt = response.ok ? '' : await excerptFrom(response).catch(() => '')
    await response.body?.cancel().catch(() => {})
    return outcome(response.status, response.ok ? '' : WEBHOOK_TEXTS.status(response.status, excerpt))
  } catch (error) {
    return outcome(null, reasonOf(error))
  }
}

type RobotMessage = { type: RobotType; url: string; secret?: string; text: string; isDemo: boolean }

/** One text to a robot of a group chat, at once and without a retry. */
export const sendToRobot = ({ type, url, secret = '', text, isDemo }: RobotMessage, now: Date): Promise<Outcome> =>
  sendWebhook({ url, id: '', body: robotBody(text), secret, isDemo, robot: type }, now)

/** The beginning of a text that explains the refusal, without controls and contacts. */
async function excerptFrom(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^(?:text\/plain|application\/(?:problem\+)?json)\b/.test(type)) return ''
  const text = await readText(response, EXCERPT_BYTES)
  return maskContacts(excerptOf(text.replace(/[\s\p{C}\uFFFD]+/gu, ' ').trim(), EXCERPT_CHARS))
}

/** The beginning of a body; the rest is not received. */
async function readText({ body }: Response, most: number): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  try {
    for (let bytes = 0; bytes < most;) {
      const { value, done } = await reader.read()
      if (done) break
      parts.push(value)
      bytes += value.length
    }
    return new TextDecoder().decode(Buffer.concat(parts).subarray(0, most))
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const CODE_TEXTS: Readonly<Record<string, string>> = {
  NOT_PUBLIC: WEBHOOK_TEXTS.notPublic,
  ENOTFOUND: WEBHOOK_TEXTS.notFound,
  EAI_AGAIN: WEBHOOK_TEXTS.notFound,
  ETIMEDOUT: WEBHOOK_TEXTS.timeout,
  UND_ERR_CONNECT_TIMEOUT: WEBHOOK_TEXTS.timeout,
  CERT_HAS_EXPIRED: WEBHOOK_TEXTS.badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: WEBHOOK_TEXTS.badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: WEBHOOK_TEXTS.badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: WEBHOOK_TEXTS.badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: WEBHOOK_TEXTS.badCertificate,
}

/** The cause is in the chain of errors below that of `fetch`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return WEBHOOK_TEXTS.unreachable
  const { name, message, cause, code = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return WEBHOOK_TEXTS.timeout
  if (message.endsWith('redirect')) return WEBHOOK_TEXTS.redirected
  if (message.endsWith('is not a public address')) return WEBHOOK_TEXTS.notPublic
  return CODE_TEXTS[code] ?? reasonOf(cause)
}
