import { TAG_TEXTS } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation, retryDeadlock } from '../../db/violations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lockTags } from './tag.repo.ts'

/** Runs a change of tags or groups, one at a time per enterprise, and tells open consoles. */
export async function changeTagBook<T>(
  db: Database,
  { entId, agentId }: Caller,
  now: Date,
  work: (tx: Transaction) => Promise<T>,
  { customersToo = false } = {},
): Promise<T> {
  try {
    // Deletions lock customers before tags, and a binding the other way round when it holds the customer already.
    return await retryDeadlock(() =>
      db.transaction(async (tx) => {
        await lockTags(tx.sql, entId)
        const result = await work(tx)
        tx.emit(entId, { type: 'tag_change', customersToo, at: now.toISOString(), operatorId: agentId })
        return result
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'tag_name')) throw new FieldError({ name: TAG_TEXTS.nameTaken })
    if (isUniqueViolation(error, 'tag_group_name')) throw new FieldError({ name: TAG_TEXTS.groupNameTaken })
    throw error
  }
}
