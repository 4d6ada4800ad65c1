import type { EntId } from '@ruwu/contract'
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { embeddingSpace } from '../../../db/schema/index.ts'
import type { ModelAccess } from '../../model/models.ts'
import type { Calibration } from './embed.ts'

export type Space = typeof embeddingSpace.$inferSelect
type SpaceKey = Pick<Space, 'entId' | 'id'>
type Place = Pick<ModelAccess, 'baseUrl' | 'model'>

const isSpace = ({ entId, id }: SpaceKey) => and(eq(embeddingSpace.entId, entId), eq(embeddingSpace.id, id))

export async function findSpace(db: Queryable, entId: EntId, { baseUrl, model }: Place): Promise<Space | undefined> {
  const isModel = and(eq(embeddingSpace.baseUrl, baseUrl), eq(embeddingSpace.model, model))
  const [space] = await db
    .select()
    .from(embeddingSpace)
    .where(and(eq(embeddingSpace.entId, entId), isModel, isNull(embeddingSpace.retiredAt)))
  return space
}

/** Takes the lease on the model's space until `until`; undefined while another worker holds it. */
export async function leaseSpace(
  db: Queryable,
  entId: EntId,
  { baseUrl, model }: Place,
  { now, until }: { now: Date; until: Date },
): Promise<Space | undefined> {
  await db.insert(embeddingSpace).values({ entId, baseUrl, model, createdAt: now }).onConflictDoNothing()
  const space = await findSpace(db, entId, { baseUrl, model })
  if (!space) return undefined
  const isFree = or(isNull(embeddingSpace.heldUntil), lte(embeddingSpace.heldUntil, now))
  const [held] = await db
    .update(embeddingSpace)
    .set({ heldUntil: until })
    .where(and(isSpace(space), isFree))
    .returning()
  return held
}

export async function saveCalibration(db: Queryable, key: SpaceKey, measured: Calibration): Promise<void> {
  await db.update(embeddingSpace).set(measured).where(isSpace(key))
}

export async function releaseSpace(
  db: Queryable,
  key: SpaceKey,
  outcome: Pick<Space, 'heldUntil' | 'problem' | 'fails' | 'retryAt'>,
): Promise<void> {
  await db.update(embeddingSpace).set(outcome).where(isSpace(key))
}

/** Its vectors no longer count; its pieces wait for vectors of the next space. */
export async function retireSpace(db: Queryable, key: SpaceKey, now: Date): Promise<void> {
  await db
    .update(embeddingSpace)
    .set({ retiredAt: now })
    .where(and(isSpace(key), isNull(embeddingSpace.retiredAt)))
}

/** After a change of the model setting: the enterprise's spaces are tried again at once. */
export async function resetRetries(db: Queryable, entId: EntId): Promise<void> {
  await db.update(embeddingSpace).set({ fails: 0, retryAt: null }).where(eq(embeddingSpace.entId, entId))
}
