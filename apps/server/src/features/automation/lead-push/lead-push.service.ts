import type {
  LeadPush,
  LeadPushCard,
  LeadPushInput,
  LeadPushSetting,
  LeadPushTarget,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
} from '@ruwu/contract'
import {
  type AuditValues,
  DEFAULT_LEAD_PUSH,
  LEAD_PUSH_FIELD_LABELS,
  LEAD_PUSH_TEXTS,
  PUSH_TYPE_LABELS,
} from '@ruwu/domain'
import type { Queryable, Transaction } from '../../../db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { UserFacingError } from '../../../platform/http/errors.ts'
import {
  countPushes,
  listPushes,
  listPushTargets,
  type PushRow,
  type PushTarget,
  redeliver,
  savePushTargets,
  testPushTarget,
  toDelivery,
  type WebhookDeps,
} from '../../webhook/index.ts'
import { saveCard, tellReaders } from '../save-card.ts'
import { findSetting } from '../setting.repo.ts'

const WEEK_MS = 7 * 86_400_000

export type LeadPushService = ReturnType<typeof createLeadPushService>

/** 线索推送: the card's setting is stored with the other cards, its targets and their deliveries are those of Webhook. */
export function createLeadPushService(deps: WebhookDeps) {
  const { db } = deps
  return {
    async save(
      caller: Caller,
      input: LeadPushInput,
    ): Promise<LeadPushCard & { secrets: { id: WebhookId; secret: string }[] }> {
      const { enabled, masked, fields, version } = input
      // Nobody sends elsewhere what they may not see here.
      if (!masked && !caller.permissions.has('customer:viewSensitive'))
        throw new UserFacingError('forbidden', LEAD_PUSH_TEXTS.needsSensitive)
      const card = {
        key: 'leadPush' as const,
        version,
        setting: { enabled, masked, fields },
        describe: async ({ sql }: Transaction, setting: LeadPushSetting) =>
          auditOf(setting, await listPushTargets(sql, caller.entId)),
      }
      return saveCard(deps, caller, card, async (tx, _row, now) => {
        const secrets = await savePushTargets(deps, tx.sql, caller, input)
        await tellReaders(tx, caller, { leadPush: true }, now)
        return { ...(await readLeadPush(tx.sql, caller, now)), secrets }
      })
    },

    test: (caller: Caller, id: WebhookId): Promise<WebhookDelivery> => testPushTarget(deps, caller, id),

    log: async ({ entId }: Caller): Promise<LeadPush[]> => (await listPushes(db.sql, entId)).map(toPush),

    repeat: ({ entId }: Caller, id: WebhookDeliveryId): Promise<LeadPush[]> =>
      db.transaction(async ({ sql }) => {
        await redeliver(sql, entId, id, { isPush: true, now: deps.clock.now() })
        return (await listPushes(sql, entId)).map(toPush)
      }),
  }
}

export async function readLeadPush(sql: Queryable, caller: Caller, now: Date): Promise<LeadPushCard> {
  const { entId } = caller
  const row = await findSetting(sql, entId, 'leadPush')
  const { enabled, masked, fields } = row?.setting ?? DEFAULT_LEAD_PUSH
  const targets = await listPushTargets(sql, entId)
  const figures = await countPushes(sql, entId, new Date(now.getTime() - WEEK_MS))
  const shown = targets.map((target) => toTarget(target, caller.permissions.has('automation:edit')))
  return { enabled, masked, fields, targets: shown, version: row?.version ?? 0, ...figures }
}

const toTarget = ({ id, url, leadPush, stoppedAt }: PushTarget, canEdit: boolean): LeadPushTarget => ({
  id,
  type: leadPush.type,
  url: canEdit ? url : new URL(url).origin,
  isSigned: leadPush.isSigned,
  stoppedAt: stoppedAt?.toISOString() ?? null,
})

const toPush = ({ delivery, targetId, url, leadPush }: PushRow): LeadPush => ({
  ...toDelivery(delivery),
  targetId,
  targetType: leadPush.type,
  host: new URL(url).host,
})

/** Of an address only the host: path and query hold the token of a robot. */
const auditOf = ({ enabled, masked, fields }: LeadPushSetting, targets: readonly PushTarget[]): AuditValues => ({
  enabled,
  masked,
  fields: fields.map((field) => LEAD_PUSH_FIELD_LABELS[field]),
  targets: targets.map(({ url, leadPush }) => `${PUSH_TYPE_LABELS[leadPush.type]} ${new URL(url).host}`),
})
