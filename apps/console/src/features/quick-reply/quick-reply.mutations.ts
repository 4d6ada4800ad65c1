import { type QuickReplyId, quickReplyApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { report } from '../../monitoring/monitoring.ts'

/** Counts that a reply was used. Nobody waits for it, and writing goes on when it fails. */
export function noteReplyUse(id: QuickReplyId) {
  call(quickReplyApi.use, { body: { id } }).catch(report)
}
