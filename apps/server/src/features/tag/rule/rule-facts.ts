import type { EntId, RelationId, TagId } from '@ruwu/contract'
import type { SystemTag, TagRuleFacts } from '@ruwu/domain'
import { systemTagId } from '../../../customer/customer-tags.ts'

const MINUTE_MS = 60_000

type Checked = { relationId: RelationId; tagIds: readonly TagId[]; lastInboundAt: Date | null }

/** A contact, a copied WeChat id and a form are known by the tags that the system binds. */
export function ruleFacts(entId: EntId, row: Checked, texts: readonly string[], now: Date): TagRuleFacts {
  const has = (key: SystemTag) => row.tagIds.includes(systemTagId(entId, key))
  return {
    texts,
    hasLead: has('lead'),
    hasCopiedWechat: has('wechat_copied'),
    hasSubmittedForm: has('form_submitted'),
    silentMinutes: row.lastInboundAt && Math.floor((now.getTime() - row.lastInboundAt.getTime()) / MINUTE_MS),
    relationId: row.relationId,
  }
}
