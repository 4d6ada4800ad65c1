import type { QuickReply, QuickReplyGroup } from '@ruwu/contract'
import type { GroupRow, ShownReply } from './quick-reply.repo.ts'

export const toReply = (row: ShownReply): QuickReply => ({
  id: row.id,
  groupId: row.groupId,
  title: row.title,
  content: row.content,
  parts: row.parts,
  code: row.code,
  sources: row.sources,
  uses: row.uses,
  updatedByName: row.updatedByName,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

export const toGroup = (row: GroupRow, replies: readonly ShownReply[]): QuickReplyGroup => ({
  id: row.id,
  title: row.title,
  ownerType: row.ownerType,
  replies: replies.filter((reply) => reply.groupId === row.id).map(toReply),
})
