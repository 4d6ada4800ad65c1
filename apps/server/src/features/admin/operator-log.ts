import { formatDateTime } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { listOperatorAudit } from '../../platform/audit.repo.ts'

type Entry = Awaited<ReturnType<typeof listOperatorAudit>>[number]

const ACTION_LABELS: Record<Entry['action'], string> = {
  'coupon.create': '建立优惠码',
  'coupon.end': '停用优惠码',
  'statement.close': '了结对账差异',
}

const LISTED = 200

/** What the operator did that belongs to no enterprise, the newest first. */
export async function describeOperatorLog(db: Database): Promise<string> {
  const lines = (await listOperatorAudit(db.sql, LISTED)).map(({ at, action, object, detail }) =>
    [formatDateTime(at.toISOString()), ACTION_LABELS[action], object, ...(detail ? [detail] : [])].join('  '),
  )
  return lines.join('\n') || '还没有记录'
}
