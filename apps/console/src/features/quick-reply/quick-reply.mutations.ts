import { type QuickReplyId, quickReplyApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'

/** Counts a use of a reply; fire and forget. */
export function countReplyUse(id: QuickReplyId) {
  call(quickReplyApi.use, { body: { id } }).catch(report)
}
