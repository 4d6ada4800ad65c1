import type { EntId, LeadPushInput, WebhookDelivery, WebhookId } from '@ruwu/contract'
import { WEBHOOK_TEXTS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { readHead } from '../../db/event-log.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError } from '../../platform/http/errors.ts'
import { isCallable } from '../../platform/http/public-fetch.ts'
import { newId } from '../../platform/ids.ts'
import { retellLeads } from './collect-events.ts'
import { cancelWaiting } from './delivery.repo.ts'
import { sendPing, type WebhookDeps } from './ping.ts'
import { lockPushTargets, type PushTarget } from './push-target.repo.ts'
import { newSecret } from './send-webhook.ts'
import { changeWebhook, deleteWebhook, findWebhook, insertWebhook, WEBHOOK_SECRET_PURPOSE } from './webhook.repo.ts'

type TargetInput = LeadPushInput['targets'][number]
type NewSecret = { id: WebhookId; secret: string }

const GONE = '推送目标'

/**
 * Makes the targets those of the card: kept ones are changed, others removed with their log. Answers the secrets of new ones, which
 * are shown once.
 */
export async function savePushTargets(
  { clock, secrets, isDemo }: WebhookDeps,
  sql: Queryable,
  { entId, agentId }: Caller,
  { enabled, fields, masked, targets }: LeadPushInput,
): Promise<NewSecret[]> {
  const kept = new Map((await lockPushTargets(sql, entId)).map((row) => [row.id, row]))
  targets.forEach(({ id, type, url }, index) => {
    if (id !== undefined && kept.get(id)?.leadPush.type !== type) throw new NotFoundError(GONE)
    if (!isCallable(url, isDemo)) throw new FieldError({ [`targets.${index}.url`]: WEBHOOK_TEXTS.badAddress })
  })
  const now = clock.now()
  const edit = { enabled, updatedBy: agentId, updatedAt: now }
  const seal = (secret: string) => secrets.seal(WEBHOOK_SECRET_PURPOSE, secret)
  const shown: NewSecret[] = []

  async function add({ type, url, secret: typed = '' }: TargetInput, index: number): Promise<void> {
    const id = newId<WebhookId>(now)
    const secret = type === 'webhook' ? newSecret() : typed
    if (type === 'webhook') shown.push({ id, secret })
    const leadPush = { type, fields, masked, isSigned: secret !== '' }
    const seenSeq = await lastSeq(sql, entId)
    // They are listed by this time, and so in the order in which they were added.
    const createdAt = new Date(now.getTime() + index)
    const row = { entId, id, url, leadPush, seenSeq, secret: seal(secret), createdAt, ...edit }
    await insertWebhook(sql, { ...row, events: ['lead.captured'] })
  }

  async function change(row: PushTarget, { url, secret }: TargetInput): Promise<void> {
    const { type } = row.leadPush
    const isRenewed = secret !== undefined && type !== 'webhook'
    const isSigned = isRenewed ? secret !== '' : row.leadPush.isSigned
    const leadPush = { type, fields, masked, isSigned }
    await changeWebhook(sql, row, {
      ...edit,
      url,
      leadPush,
      version: row.version + 1,
      // The edit may have mended it.
      failures: 0,
      pausedUntil: null,
      // Leads of the time while it was off are not pushed.
      ...(enabled && !row.enabled && { seenSeq: await lastSeq(sql, entId), stoppedAt: null, givenUp: 0, toldAt: null }),
      ...(isRenewed && { secret: seal(secret) }),
    })
    await (enabled ? retellLeads(sql, { ...row, leadPush }) : cancelWaiting(sql, row))
  }

  const stays = new Set(targets.map(({ id }) => id))
  for (const row of kept.values()) if (!stays.has(row.id)) await deleteWebhook(sql, row)
  for (const [index, target] of targets.entries()) {
    const row = target.id && kept.get(target.id)
    await (row ? change(row, target) : add(target, index))
  }
  return shown
}

/** Sends a test message to a target at once. */
export async function testPushTarget(deps: WebhookDeps, { entId }: Caller, id: WebhookId): Promise<WebhookDelivery> {
  const row = await findWebhook(deps.db.sql, { entId, id })
  const ping = row?.leadPush ? await sendPing(deps, row) : undefined
  if (!ping) throw new NotFoundError(GONE)
  return ping
}

async function lastSeq(sql: Queryable, entId: EntId): Promise<number> {
  return (await readHead(sql, entId)).last
}
