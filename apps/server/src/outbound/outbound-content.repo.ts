import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { material, topicMember } from '../db/schema/index.ts'
import type { AttachmentRow } from '../chat/attachment/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { findVisible } from '../customer/visibility.repo.ts'

/** Same authorisation as a download: a private file of a thread is for agents who may see the thread. */
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

const HEX32 = /^[0-9a-f]{32}$/

/** A card by our id or the platform's, if it can be sent now: enabled, audited, not expired, not removed. */
export async function findUsableCard(
  db: Queryable,
  { entId, relationIds, now }: { entId: EntId; relationIds: RelationId[]; now: Date },
  id: string,
) {
  const [card] = await db
    .select()
    .from(material)
    .where(
      and(
        eq(material.entId, entId),
        inArray(material.relationId, relationIds),
        HEX32.test(id) ? sql`${material.id} = ${id}::uuid` : eq(material.platformId, id),
        eq(material.enabled, true),
        eq(material.isRemoved, false),
        eq(material.auditStatus, 'passed'),
        or(isNull(material.expireAt), gt(material.expireAt, now)),
      ),
    )
  return card
}
