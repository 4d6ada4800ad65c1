import type { z } from 'zod'
import { DOUYIN_HOOK_PATH } from '../douyin/douyin-platform.ts'
import { encrypt } from '../redbook/crypto.ts'
import { REDBOOK_HOOKS } from '../redbook/redbook-platform.ts'
import type { Simulator } from '../simulator.ts'
import type { bodies } from './bodies.ts'

type Raw = z.infer<typeof bodies.deliver>

/** Sends what was given, whatever it is: kinds and shapes that the simulator itself never makes. */
export function deliverRaw({ world, outbox }: Simulator, raw: Raw): { ok: true } {
  const { cryptoKey } = world.options.credentials.redbook
  const sealed = raw.sealed && encrypt(cryptoKey, world.ids.iv(), JSON.stringify(raw.sealed))
  const fields = typeof raw.body === 'string' ? raw.body : { ...raw.body, ...(sealed ? { content: sealed } : {}) }
  outbox.add(
    { source: raw.source, accountId: raw.accountId, customerId: null },
    {
      name: raw.name,
      path: raw.path ?? (raw.source === 'douyin' ? DOUYIN_HOOK_PATH : REDBOOK_HOOKS.send),
      key: raw.key ?? world.ids.msgId(),
      messageId: null,
      body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    },
  )
  return { ok: true }
}

/** What the platform does when an address is saved: it asks a number back. */
export async function verifyWebhook({ world, outbox }: Simulator): Promise<{ isVerified: boolean }> {
  const challenge = world.ids.challenge()
  const { clientKey } = world.options.credentials.douyin
  const body = JSON.stringify({ event: 'verify_webhook', client_key: clientKey, content: { challenge } })
  const draft = { name: 'verify_webhook', path: DOUYIN_HOOK_PATH, key: '', messageId: null, body }
  const answer = await outbox.addNow({ source: 'douyin', accountId: null, customerId: null }, draft)
  return { isVerified: answer?.status === 200 && answer.body.includes(`"challenge":${challenge}`) }
}
