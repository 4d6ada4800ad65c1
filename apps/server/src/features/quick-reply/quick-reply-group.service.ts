import type { OwnerType, QuickReplyGroup, QuickReplyGroupId } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { addGroup, changeLibrary, type LibraryDeps, libraryOf, recordChange } from './change-library.ts'
import {
  deleteGroup,
  getGroup,
  type GroupRow,
  listGroupsOf,
  listRepliesOf,
  placeGroups,
  renameGroup,
} from './quick-reply.repo.ts'
import { toGroup } from './quick-reply.view.ts'

/** Groups of a library, in their order. */
export function createQuickReplyGroupService(deps: LibraryDeps) {
  const changeOne = async <T>(
    caller: Caller,
    id: QuickReplyGroupId,
    work: (tx: Transaction, group: GroupRow) => Promise<T>,
  ): Promise<T> => {
    const library = await getGroup(deps.db.sql, caller, id)
    // Read again under the lock: it may have changed or gone.
    return changeLibrary(deps, caller, library, async (tx) => work(tx, await getGroup(tx.sql, caller, id)))
  }

  return {
    create: (caller: Caller, ownerType: OwnerType, title: string): Promise<QuickReplyGroup> => {
      const library = libraryOf(caller, ownerType)
      return changeLibrary(deps, caller, library, async (tx) => {
        const id = await addGroup(tx, library, title, deps.clock.now())
        await recordChange(deps, tx, caller, library, { action: 'quickReply.saveGroup', object: id, name: title })
        return read(tx, caller, id)
      })
    },

    rename: (caller: Caller, id: QuickReplyGroupId, title: string): Promise<QuickReplyGroup> =>
      changeOne(caller, id, async (tx, group) => {
        await renameGroup(tx.sql, group, title)
        const [before, after] = [{ name: group.title }, { name: title }]
        const entry = { action: 'quickReply.saveGroup' as const, object: id, name: title, before, after }
        await recordChange(deps, tx, caller, group, entry)
        return read(tx, caller, id)
      }),

    move: (caller: Caller, id: QuickReplyGroupId, targetPosition: number): Promise<QuickReplyGroup> =>
      changeOne(caller, id, async (tx, group) => {
        const others = (await listGroupsOf(tx.sql, group)).map((each) => each.id).filter((each) => each !== id)
        await placeGroups(tx.sql, group.entId, others.toSpliced(targetPosition, 0, id))
        return read(tx, caller, id)
      }),

    remove: (caller: Caller, id: QuickReplyGroupId): Promise<true> =>
      changeOne(caller, id, async (tx, group) => {
        const replies = (await listRepliesOf(tx.sql, group)).filter((reply) => reply.groupId === id)
        await deleteGroup(tx.sql, group)
        await recordChange(deps, tx, caller, group, {
          action: 'quickReply.removeGroup',
          object: id,
          name: group.title,
          after: { count: replies.length },
        })
        return true as const
      }),
  }
}

async function read({ sql }: Transaction, caller: Caller, id: QuickReplyGroupId): Promise<QuickReplyGroup> {
  const group = await getGroup(sql, caller, id)
  return toGroup(group, await listRepliesOf(sql, group))
}
