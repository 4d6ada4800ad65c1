import type { QuickReply, QuickReplyFields, QuickReplyGroup, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { QUICK_REPLY_TEXTS } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import { warnSavedText } from '../../outbound/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  changeLibrary,
  firstGroup,
  type LibraryDeps,
  nextPosition,
  ownLibrary,
  recordChange,
} from './change-library.ts'
import { checkParts } from './check-parts.ts'
import {
  changeReply,
  countUse,
  deleteReply,
  getGroup,
  getReply,
  insertReplies,
  type Library,
  libraryIdOf,
  listGroups,
  listReplies,
  listRepliesOf,
  type NewReply,
  placeReplies,
  type ReplyRow,
  type ShownReply,
} from './quick-reply.repo.ts'
import { toGroup, toReply } from './quick-reply.view.ts'

export type QuickReplyService = ReturnType<typeof createQuickReplyService>

type Saved = QuickReply & { warnings: string[] }
type ReplyValues = Pick<NewReply, 'title' | 'content'> & Partial<Pick<ReplyRow, 'parts' | 'code' | 'sources'>>

/** The replies an agent reads, uses and edits: the enterprise's library and their own. */
export function createQuickReplyService(deps: LibraryDeps) {
  const { db, clock } = deps

  /** At the end of the group; under the library's lock. */
  const add = async (
    tx: Transaction,
    caller: Caller,
    library: Library,
    groupId: QuickReplyGroupId,
    values: ReplyValues,
  ): Promise<QuickReplyId> => {
    const now = clock.now()
    const id = newId<QuickReplyId>(now)
    const position = await nextPosition(tx, library, groupId)
    const edit = { updatedBy: caller.agentId, updatedAt: now }
    const place = { entId: library.entId, libraryId: libraryIdOf(library), groupId, id, position }
    await insertReplies(tx.sql, [{ ...place, ...values, ...edit }])
    return id
  }

  const changeOne = async <T>(
    caller: Caller,
    id: QuickReplyId,
    work: (tx: Transaction, reply: ShownReply, library: Library) => Promise<T>,
  ): Promise<T> => {
    const { groupId } = await getReply(db.sql, caller, id)
    const library = await getGroup(db.sql, caller, groupId)
    // Read again under the lock: it may have changed or gone.
    return changeLibrary(deps, caller, library, async (tx) => work(tx, await getReply(tx.sql, caller, id), library))
  }

  /** Into the caller's first own group; a code that is taken there is left out. */
  const keep = (caller: Caller, values: ReplyValues): Promise<QuickReply> => {
    const library = ownLibrary(caller)
    return changeLibrary(deps, caller, library, async (tx) => {
      const groupId = await firstGroup(tx, library, clock.now())
      const isTaken = (await listRepliesOf(tx.sql, library)).some((reply) => reply.code === values.code)
      const id = await add(tx, caller, library, groupId, isTaken ? { ...values, code: '' } : values)
      return read(tx, caller, id)
    })
  }

  return {
    async groupReplies(caller: Caller): Promise<{ entGroups: QuickReplyGroup[]; agentGroups: QuickReplyGroup[] }> {
      const [groups, replies] = await Promise.all([listGroups(db.sql, caller), listReplies(db.sql, caller)])
      const groupsOwnedBy = (ownerType: QuickReplyGroup['ownerType']) =>
        groups.filter((group) => group.ownerType === ownerType).map((group) => toGroup(group, replies))
      return { entGroups: groupsOwnedBy('enterprise'), agentGroups: groupsOwnedBy('agent') }
    },

    async use(caller: Caller, id: QuickReplyId): Promise<true> {
      if (!(await countUse(db.sql, caller, id))) throw new NotFoundError('快捷回复')
      return true
    },

    keep,

    async copy(caller: Caller, id: QuickReplyId): Promise<QuickReply> {
      const { title, content, parts, code, sources } = await getReply(db.sql, caller, id)
      return keep(caller, { title, content, parts, code, sources })
    },

    async create(caller: Caller, { groupId: wanted, ...input }: QuickReplyFields): Promise<Saved> {
      const library = wanted ? await getGroup(db.sql, caller, wanted) : ownLibrary(caller)
      return changeLibrary(deps, caller, library, async (tx) => {
        const groupId = wanted ?? (await firstGroup(tx, library, clock.now()))
        await getGroup(tx.sql, caller, groupId)
        const parts = await checkParts(tx.sql, caller.entId, input.parts)
        const id = await add(tx, caller, library, groupId, { ...input, parts })
        await recordChange(deps, tx, caller, library, entryOf(id, undefined, input))
        return saved(tx, caller, id)
      })
    },

    /** Moves to the end of another group where `groupId` is one. */
    update: (
      caller: Caller,
      id: QuickReplyId,
      version: number,
      { groupId, ...input }: QuickReplyFields & { groupId: QuickReplyGroupId },
    ): Promise<Saved> =>
      changeOne(caller, id, async (tx, before, library) => {
        const group = await groupIn(tx, caller, library, groupId)
        const parts = await checkParts(tx.sql, caller.entId, input.parts, before.parts)
        const edit = { ...input, parts, updatedBy: caller.agentId, updatedAt: clock.now() }
        if (!(await changeReply(tx.sql, { ...before, version }, edit))) throw new StaleError(before.updatedByName)
        if (group.id !== before.groupId)
          await placeReplies(tx.sql, group, [...(await idsIn(tx, library, group.id)), id])
        await recordChange(deps, tx, caller, library, entryOf(id, before, input))
        return saved(tx, caller, id)
      }),

    move: (caller: Caller, id: QuickReplyId, groupId: QuickReplyGroupId, targetPosition: number): Promise<QuickReply> =>
      changeOne(caller, id, async (tx, _before, library) => {
        const group = await groupIn(tx, caller, library, groupId)
        const others = (await idsIn(tx, library, group.id)).filter((each) => each !== id)
        await placeReplies(tx.sql, group, others.toSpliced(targetPosition, 0, id))
        return read(tx, caller, id)
      }),

    remove: (caller: Caller, id: QuickReplyId): Promise<true> =>
      changeOne(caller, id, async (tx, reply, library) => {
        await deleteReply(tx.sql, reply)
        const entry = { action: 'quickReply.remove' as const, object: id, name: reply.title, before: valuesOf(reply) }
        await recordChange(deps, tx, caller, library, entry)
        return true as const
      }),
  }
}

const idsIn = async ({ sql }: Transaction, library: Library, groupId: QuickReplyGroupId): Promise<QuickReplyId[]> =>
  (await listRepliesOf(sql, library)).filter((reply) => reply.groupId === groupId).map((reply) => reply.id)

const read = async ({ sql }: Transaction, caller: Caller, id: QuickReplyId): Promise<QuickReply> =>
  toReply(await getReply(sql, caller, id))

const saved = async (tx: Transaction, caller: Caller, id: QuickReplyId): Promise<Saved> => {
  const reply = await read(tx, caller, id)
  return { ...reply, warnings: await warnSavedText(tx.sql, caller.entId, reply.content, reply.sources) }
}

/** A group of this library; the caller may read it, but it may be one of the other library. */
const groupIn = async (tx: Transaction, caller: Caller, library: Library, groupId: QuickReplyGroupId) => {
  const group = await getGroup(tx.sql, caller, groupId)
  if (group.libraryId !== libraryIdOf(library)) throw new UserFacingError('refused', QUICK_REPLY_TEXTS.otherLibrary)
  return group
}

type Recorded = Pick<QuickReplyFields, 'title' | 'content' | 'code' | 'sources'>

const valuesOf = ({ title, content, code, sources }: Recorded) => ({ name: title, content, code, sources })

const entryOf = (object: QuickReplyId, before: Recorded | undefined, after: Recorded) => ({
  action: 'quickReply.save' as const,
  object,
  name: after.title,
  ...(before && { before: valuesOf(before) }),
  after: valuesOf(after),
})
