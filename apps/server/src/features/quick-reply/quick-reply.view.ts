import type { QuickReply, QuickReplyGroup } from '@ruwu/contract'
import type { GroupRow, ReplyRow } from './quick-reply.repo.ts'

export const toReply = (row: ReplyRow): QuickReply => ({
  id: row.id,
  groupId: row.groupId,
  title: row.title,
  content: row.content,
  parts: row.parts,
  code: row.code,
  sources: row.sources,
  uses: row.uses,
})

export const toGroup = (row: GroupRow, replies: readonly ReplyRow[]): QuickReplyGroup => ({
  id: row.id,
  title: row.title,
  ownerType: row.ownerType,
  replies: replies.filter((reply) => reply.groupId === row.id).map(toReply),
})
