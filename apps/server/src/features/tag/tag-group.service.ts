import type { TagGroup, TagGroupFields, TagGroupId } from '@ruwu/contract'
import { TAG_GROUPS_MAX, TAG_TEXTS } from '@ruwu/domain'
import { markSingleChoices, unmarkSingleChoices } from '../../customer/tag-bindings.repo.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { changeTagBook } from './change-tags.ts'
import {
  changeGroup,
  checkGroup,
  deleteGroup,
  getGroup,
  insertGroup,
  lastGroupEditor,
  listGroups,
  placeGroups,
} from './tag-group.repo.ts'
import { listTags } from './tag.repo.ts'
import { toTagGroup } from './tag.view.ts'

export type TagGroupService = ReturnType<typeof createTagGroupService>

/** Groups of tags, in their order. */
export function createTagGroupService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    list: async ({ entId }: Caller): Promise<TagGroup[]> => (await listGroups(db.sql, entId)).map(toTagGroup),

    create(caller: Caller, { name, single }: TagGroupFields): Promise<TagGroup> {
      const now = clock.now()
      const { entId, agentId } = caller
      return changeTagBook(db, caller, now, async ({ sql }) => {
        const groups = await listGroups(sql, entId)
        if (groups.length >= TAG_GROUPS_MAX) throw new UserFacingError('refused', TAG_TEXTS.tooManyGroups)
        const id = newId<TagGroupId>(now)
        const position = groups.length
        await insertGroup(sql, { entId, id, name, isSingle: single, position, updatedBy: agentId, updatedAt: now })
        await writeAudit(sql, caller, { action: 'tagGroup.create', object: id, name, after: { name, single } }, now)
        return toTagGroup(await getGroup(sql, { entId, id }))
      })
    },

    /** Tags that customers hold together stay when the group becomes single-choice. */
    update(caller: Caller, id: TagGroupId, version: number, { name, single }: TagGroupFields): Promise<TagGroup> {
      const now = clock.now()
      const { entId, agentId } = caller
      const key = { entId, id }
      return changeTagBook(db, caller, now, async ({ sql }) => {
        const before = await getGroup(sql, key)
        const change = { name, isSingle: single, updatedBy: agentId, updatedAt: now }
        if (!(await changeGroup(sql, key, change, version))) throw new StaleError(await lastGroupEditor(sql, key))
        if (before.isSingle !== single) await markSingleChoices(sql, entId, id)
        const fields = { before: { name: before.name, single: before.isSingle }, after: { name, single } }
        await writeAudit(sql, caller, { action: 'tagGroup.edit', object: id, name: before.name, ...fields }, now)
        return toTagGroup(await getGroup(sql, key))
      })
    },

    /** A position beyond the end means the last. */
    move(caller: Caller, id: TagGroupId, targetPosition: number): Promise<TagGroup[]> {
      const { entId } = caller
      return changeTagBook(db, caller, clock.now(), async ({ sql }) => {
        await checkGroup(sql, { entId, id })
        const others = (await listGroups(sql, entId)).map((group) => group.id).filter((each) => each !== id)
        await placeGroups(sql, entId, others.toSpliced(targetPosition, 0, id))
        return (await listGroups(sql, entId)).map(toTagGroup)
      })
    },

    remove(caller: Caller, id: TagGroupId): Promise<true> {
      const { entId } = caller
      return changeTagBook(db, caller, clock.now(), async ({ sql }) => {
        const { name } = await getGroup(sql, { entId, id })
        const own = (await listTags(sql, entId)).filter((tag) => tag.groupId === id)
        await unmarkSingleChoices(
          sql,
          entId,
          own.map((tag) => tag.id),
        )
        await deleteGroup(sql, { entId, id })
        await writeAudit(sql, caller, { action: 'tagGroup.remove', object: id, name }, clock.now())
        const left = await listGroups(sql, entId)
        await placeGroups(
          sql,
          entId,
          left.map((group) => group.id),
        )
        return true as const
      })
    },
  }
}
