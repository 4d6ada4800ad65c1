import { createHmac, randomUUID } from 'node:crypto'
import { maskPhone } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'

export type SmsProvider = {
  send(telephone: string, code: string): Promise<void>
  /** Whether codes leave this server. */
  sends: boolean
  /** Codes are answered to the page that asked for them. */
  showsCodes: boolean
}

type ProviderConfig = Pick<
  Config,
  | 'DEMO'
  | 'ALIYUN_SMS_ACCESS_KEY_ID'
  | 'ALIYUN_SMS_ACCESS_KEY_SECRET'
  | 'ALIYUN_SMS_SIGN_NAME'
  | 'ALIYUN_SMS_TEMPLATE_CODE'
  | 'ALIYUN_SMS_ENDPOINT'
>

/** Aliyun when it is configured; otherwise codes are written to the log, for an operator who tells them on. */
export function createSmsProvider(config: ProviderConfig, clock: Clock, log: FastifyBaseLogger): SmsProvider {
  if (config.ALIYUN_SMS_ACCESS_KEY_ID)
    return {
      send: (telephone, code) => sendByAliyun(config, { telephone, code, now: clock.now() }),
      sends: true,
      showsCodes: false,
    }
  return {
    // The highest level: the log is the only place where the operator finds the code, whatever LOG_LEVEL is.
    send: async (telephone, code) =>
      log.fatal({ telephone: maskPhone(telephone), code }, 'no SMS provider is configured: this code was not sent'),
    sends: false,
    showsCodes: config.DEMO,
  }
}

const ALIYUN_ENDPOINT = 'https://dysmsapi.aliyuncs.com'
const TIMEOUT_MS = 10_000

async function sendByAliyun(
  config: ProviderConfig,
  { telephone, code, now }: { telephone: string; code: string; now: Date },
): Promise<void> {
  const body = signAliyun(
    {
      AccessKeyId: config.ALIYUN_SMS_ACCESS_KEY_ID,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: telephone,
      RegionId: 'cn-hangzhou',
      SignName: config.ALIYUN_SMS_SIGN_NAME,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: config.ALIYUN_SMS_TEMPLATE_CODE,
      TemplateParam: JSON.stringify({ code }),
      Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    },
    { method: 'POST', secret: config.ALIYUN_SMS_ACCESS_KEY_SECRET },
  )
  const response = await fetch(config.ALIYUN_SMS_ENDPOINT || ALIYUN_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json().catch(() => ({}))) as { Code?: unknown; Message?: unknown; RequestId?: unknown }
  if (answer.Code === 'OK') return
  throw new Error(
    `Aliyun refused the SMS: HTTP ${response.status} ${[answer.Code, answer.Message, answer.RequestId].join(' ')}`,
  )
}

/** Parameters with the signature of Aliyun's RPC style: HMAC-SHA1 over the sorted, percent-encoded parameters. */
export function signAliyun(
  parameters: Readonly<Record<string, string>>,
  { method, secret }: { method: 'GET' | 'POST'; secret: string },
): string {
  const sorted = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const signature = createHmac('sha1', `${secret}&`)
    .update(`${method}&${encode('/')}&${encode(sorted)}`)
    .digest('base64')
  return `${sorted}&Signature=${encode(signature)}`
}

/** RFC 3986, which encodeURIComponent follows but for these. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
