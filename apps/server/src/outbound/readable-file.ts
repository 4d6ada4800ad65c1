import type { CustomerId } from '@ruwu/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { topicMember } from '../db/schema/index.ts'
import type { AttachmentRow } from '../chat/attachment/index.ts'
import type { Caller } from '../features/auth/index.ts'
import { findVisible } from '../customer/visibility.repo.ts'

/** Whether an agent may have a file, as when it is fetched: a private one of a thread is for those who are in it. */
export async function mayRead(db: Queryable, caller: Caller, file: AttachmentRow): Promise<boolean> {
  const { isPrivate, uploaderId, topicId } = file
  if (!isPrivate || topicId === null || uploaderId === caller.agentId) return true
  if (await findVisible(db, caller, topicId as CustomerId)) return true
  const members = await db
    .select({ userId: topicMember.userId })
    .from(topicMember)
    .where(
      and(
        eq(topicMember.entId, caller.entId),
        eq(topicMember.topicId, topicId),
        eq(topicMember.userId, caller.agentId),
        isNull(topicMember.leftAt),
      ),
    )
  return members.length > 0
}
