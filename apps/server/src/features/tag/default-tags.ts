import type { EntId, TagGroupId } from '@ruwu/contract'
import { DEFAULT_TAG_GROUPS, SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { tag, tagGroup } from '../../db/schema/index.ts'
import { derivedId } from '../../platform/ids.ts'
import { systemTagId } from './system-tag.ts'

/** Gives a new enterprise the groups it begins with and the system's own tags. */
export async function insertDefaultTags(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await db.insert(tagGroup).values(
    DEFAULT_TAG_GROUPS.map(({ name, single }, position) => ({
      entId,
      id: derivedId<TagGroupId>(entId, 'tag-group', name),
      name,
      isSingle: single,
      position,
    })),
  )
  await db.insert(tag).values(
    Object.entries(SYSTEM_TAGS).map(([key, { name, color }], position) => ({
      entId,
      id: systemTagId(entId, key as SystemTag),
      name,
      color,
      kind: 'system' as const,
      system: key as SystemTag,
      position,
      createdAt: now,
      updatedAt: now,
    })),
  )
}
