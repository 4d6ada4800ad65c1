import type { LeadId, MessageId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import { audit } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import type { Caller } from '../platform/http/caller.ts'

type Copied = { action: 'lead.copy'; object: LeadId } | { action: 'message.copy'; object: MessageId }

/** Audit entry: an agent copied an unmasked contact. */
export async function auditCopy(
  db: Queryable,
  { entId, agentId }: Caller,
  { action, object }: Copied,
  now: Date,
): Promise<void> {
  await db.insert(audit).values({ entId, id: newId<string>(now), agentId, action, object, at: now })
}
