import type {
  CallArgs,
  EntId,
  Webhook,
  webhookApi,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
} from '@ruwu/contract'
import { type AuditValues, WEBHOOK_EVENT_LABELS, WEBHOOK_TEXTS, WEBHOOKS_MAX } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { readHead } from '../../db/event-log.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { isCallable } from '../../platform/http/public-fetch.ts'
import { newId } from '../../platform/ids.ts'
import { lockLimits } from '../enterprise/index.ts'
import { cancelWaiting, countLate, listDeliveries } from './delivery.repo.ts'
import { sendPing, type WebhookDeps } from './ping.ts'
import { redeliver } from './redeliver.ts'
import { newSecret } from './send-webhook.ts'
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  editorOf,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  WEBHOOK_SECRET_PURPOSE,
  type WebhookKey,
  type WebhookRow,
} from './webhook.repo.ts'
import { toWebhook } from './webhook.view.ts'

type Fields = Pick<Webhook, 'url' | 'events' | 'enabled'>
type SaveBody = CallArgs<typeof webhookApi.save>['body']
type SaveInput = Omit<SaveBody, 'id'> & Required<Pick<SaveBody, 'version' | 'renewSecret'>>

export type WebhookService = ReturnType<typeof createWebhookService>

export function createWebhookService(deps: WebhookDeps) {
  const { db, clock, secrets, isDemo } = deps

  const seal = (secret: string) => secrets.seal(WEBHOOK_SECRET_PURPOSE, secret)

  function check({ url }: Pick<Fields, 'url'>): void {
    if (!isCallable(url, isDemo)) throw new FieldError({ url: WEBHOOK_TEXTS.badAddress })
  }

  async function create(sql: Queryable, caller: Caller, { url, events, enabled = true }: SaveInput, secret: string) {
    const { entId, agentId } = caller
    // Locks the enterprise's row: two concurrent calls cannot pass the limit together.
    await lockLimits(sql, entId)
    if ((await countWebhooks(sql, entId)) >= WEBHOOKS_MAX) throw new UserFacingError('refused', WEBHOOK_TEXTS.tooMany)
    const now = clock.now()
    const key = { entId, id: newId<WebhookId>(now) }
    const seenSeq = await lastSeq(sql, entId)
    const edit = { createdAt: now, updatedAt: now, updatedBy: agentId }
    await insertWebhook(sql, { ...key, url, events, enabled, secret: seal(secret), seenSeq, ...edit })
    const after = auditOf({ url, events, enabled })
    await writeAudit(sql, caller, { action: 'webhook.create', object: key.id, name: hostOf(url), after }, now)
    return key
  }

  async function edit(sql: Queryable, caller: Caller, id: WebhookId, input: SaveInput, secret: string | null) {
    const { url, events, version } = input
    const key = { entId: caller.entId, id }
    const before = found(await lockWebhook(sql, key))
    const enabled = input.enabled ?? before.enabled
    if (before.version !== version) throw new StaleError(await editorOf(sql, before))
    const now = clock.now()
    const isStarted = enabled && !before.enabled
    await changeWebhook(sql, key, {
      url,
      events,
      enabled,
      version: version + 1,
      updatedBy: caller.agentId,
      updatedAt: now,
      // The edit may have mended it.
      failures: 0,
      pausedUntil: null,
      // What happened while it was off is not delivered.
      ...(isStarted && { seenSeq: await lastSeq(sql, caller.entId), stoppedAt: null, givenUp: 0, toldAt: null }),
      ...(secret && { secret: seal(secret) }),
    })
    if (before.enabled && !enabled) await cancelWaiting(sql, key)
    const about = { object: id, name: hostOf(url) }
    const values = { before: auditOf(before), after: auditOf({ url, events, enabled }) }
    await writeAudit(sql, caller, { action: 'webhook.edit', ...about, ...values }, now)
    if (secret) await writeAudit(sql, caller, { action: 'webhook.renewSecret', ...about }, now)
    return key
  }

  const shown = async (sql: Queryable, row: WebhookRow): Promise<Webhook> =>
    toWebhook(row, await listDeliveries(sql, row), await countLate(sql, row, clock.now()))

  const view = async (sql: Queryable, key: WebhookKey): Promise<Webhook> =>
    shown(sql, found(await findWebhook(sql, key)))

  return {
    list: async ({ entId }: Caller): Promise<Webhook[]> =>
      Promise.all((await listWebhooks(db.sql, entId)).map((row) => shown(db.sql, row))),

    save: (caller: Caller, id: WebhookId | undefined, input: SaveInput): Promise<Webhook & { secret: string | null }> =>
      db.transaction(async ({ sql }) => {
        check(input)
        const made = newSecret()
        if (id === undefined) return { ...(await view(sql, await create(sql, caller, input, made))), secret: made }
        const secret = input.renewSecret ? made : null
        return { ...(await view(sql, await edit(sql, caller, id, input, secret))), secret }
      }),

    async test({ entId }: Caller, id: WebhookId): Promise<Webhook & { ping: WebhookDelivery }> {
      const row = found(await findWebhook(db.sql, { entId, id }))
      const ping = await sendPing(deps, row)
      if (!ping) throw new NotFoundError('订阅')
      return { ...(await view(db.sql, row)), ping }
    },

    redeliver: ({ entId }: Caller, id: WebhookDeliveryId): Promise<Webhook> =>
      db.transaction(async ({ sql }) => {
        const key = await redeliver(sql, entId, id, { isPush: false, now: clock.now() })
        return view(sql, key)
      }),

    remove: (caller: Caller, id: WebhookId): Promise<true> =>
      db.transaction(async ({ sql }) => {
        const row = found(await deleteWebhook(sql, { entId: caller.entId, id }))
        const entry = { action: 'webhook.remove' as const, object: id, name: hostOf(row.url), before: auditOf(row) }
        await writeAudit(sql, caller, entry, clock.now())
        return true as const
      }),
  }
}

async function lastSeq(sql: Queryable, entId: EntId): Promise<number> {
  return (await readHead(sql, entId)).last
}

/** Targets of 线索推送 are no subscriptions. */
function found(row: WebhookRow | undefined): WebhookRow {
  if (!row || row.leadPush) throw new NotFoundError('订阅')
  return row
}

const hostOf = (url: string): string => new URL(url).host

/** Without the query, in which receivers keep tokens. */
function auditOf({ url, events, enabled }: Fields): AuditValues {
  const { origin, pathname } = new URL(url)
  return { url: origin + pathname, subscribed: events.map((event) => WEBHOOK_EVENT_LABELS[event]), enabled }
}
