import type { CustomerFilter } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { all, either, isAi, otherConditions } from './list-conditions.repo.ts'
import { findStartStage, unmappedConditions } from './list-scope.repo.ts'

type Traits = Partial<Pick<CustomerFilter, 'tagIds' | 'tagMode' | 'ad' | 'enableAi' | 'archive' | 'stageId' | 'isStar'>>

/** The list's conditions on a customer, for a table that refers to customers, as leads do. Undefined: all of them. */
export async function readTraitCondition(
  db: Queryable,
  caller: Caller,
  { tagIds, tagMode, ad, enableAi, archive, stageId, isStar }: Traits,
  customerId: PgColumn,
): Promise<SQL | undefined> {
  const { entId } = caller
  const startStageId = await findStartStage(db, entId, { stageId })
  const conditions = [
    ...either(archive, sql`c.archive`),
    ...either(enableAi, isAi),
    ...otherConditions({ filter: { tagIds, tagMode, ad } }),
    // Neither waits nor days: the time does not matter.
    ...unmappedConditions(caller, { stageId, isStar }, { now: new Date(0), timeZone: undefined, startStageId }),
  ]
  return conditions.length === 0
    ? undefined
    : sql`exists (select from customer c where c.ent_id = ${entId} and c.id = ${customerId} and ${all(conditions)})`
}
