import type { AiDraft, EntId } from '@ruwu/contract'
import type { DraftNames } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { listFields } from '../customer-setting/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'

/** Names of everything these drafts mention by its id. */
export async function readDraftNames(db: Queryable, entId: EntId, drafts: readonly AiDraft[]): Promise<DraftNames> {
  const cardIds = drafts.flatMap(({ goal }) => goal.onReached.materialId ?? [])
  return {
    fields: named(await listFields(db, entId)),
    materials: named(await listCards(db, entId, cardIds)),
    tags: named(await listTags(db, entId)),
  }
}

const named = (rows: readonly { id: string; name: string }[]) =>
  Object.fromEntries(rows.map(({ id, name }) => [id, name]))
