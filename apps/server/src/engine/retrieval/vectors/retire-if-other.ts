import type { Queryable } from '../../../db/database.ts'
import type { ModelAccess } from '../../model/models.ts'
import { calibrate } from './embed.ts'
import { retireSpace, type Space } from './spaces.repo.ts'

/** A model gave a vector of other dimensions: where it does so again, all that it gave before is made anew. */
export async function retireIfDimensionsChanged(
  db: Queryable,
  access: ModelAccess,
  space: Space,
  now: Date,
): Promise<void> {
  // What cannot be measured now is measured when it happens again.
  const measured = await calibrate(access).catch(() => undefined)
  if (measured && measured.dimensions !== space.dimensions) await retireSpace(db, space, now)
}
