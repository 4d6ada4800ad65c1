import type {
  AgentId,
  CustomerId,
  CustomerItem,
  EntId,
  Permission,
  Tag,
  TagBatchResult,
  TagFields,
  TagGroupId,
  TagId,
  TagRule,
  TagRuleTrial,
} from '@ruwu/contract'
import { TAG_TEXTS, TAGS_MAX } from '@ruwu/domain'
import {
  markSingleChoices,
  mergeBindings,
  removeBindings,
  unmarkSingleChoices,
} from '../../customer/tag-bindings.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { countByTag } from '../../list/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { auditedTag, auditEdits, auditRemovals } from './audit-tags.ts'
import { changeTagBook } from './change-tags.ts'
import { checkRule, tryRule } from './rule/try-rule.ts'
import { checkGroup } from './tag-group.repo.ts'
import { changeTags, countOwnTags, deleteTags, getTag, insertTags, listTags, type TagRow } from './tag.repo.ts'
import { listTagUsers } from './tag-users.repo.ts'
import { toTag } from './tag.view.ts'

/** Binds a tag to a customer in the transaction that creates it. */
type BindTag = (tx: Transaction, caller: Caller, customerId: CustomerId, tagId: TagId) => Promise<CustomerItem>

/** The AIs that bind a tag when their goal is reached. */
type GoalTags = {
  list: (sql: Queryable, entId: EntId) => Promise<ReadonlyMap<TagId, string[]>>
  replace: (sql: Queryable, change: { entId: EntId; from: TagId; to: TagId; by: AgentId; now: Date }) => Promise<void>
}

type Deps = { db: Database; clock: Clock; bind: BindTag; goals: GoalTags }

type ManualFields = Omit<TagFields, 'kind' | 'rule' | 'aiPrompt'>

/** Permission required for binding, in addition to creating. */
const BINDS: Permission = 'im:editCustomerInfo'
const NEW_DAYS_MS = 7 * 86_400_000

export type TagService = ReturnType<typeof createTagService>

export function createTagService({ db, clock, bind, goals }: Deps) {
  async function list(caller: Caller, withUsage: boolean): Promise<Tag[]> {
    const rows = await listTags(db.sql, caller.entId)
    if (!withUsage) return rows.map((row) => toTag(row))
    const since = new Date(clock.now().getTime() - NEW_DAYS_MS)
    const { customers, added, all } = await countByTag(db.sql, caller, since)
    return rows.map((row) =>
      toTag(row, {
        customers: customers.get(row.id) ?? 0,
        added7d: added.get(row.id) ?? 0,
        allCustomers: all.get(row.id) ?? 0,
      }),
    )
  }

  /** One tag with its usage, after a change. */
  async function read(caller: Caller, id: TagId): Promise<Tag> {
    const tag = (await list(caller, true)).find((each) => each.id === id)
    if (!tag) throw new NotFoundError('标签')
    return tag
  }

  async function insert({ sql }: Transaction, caller: Caller, fields: TagFields): Promise<TagId> {
    const { entId, agentId } = caller
    const now = clock.now()
    if (fields.groupId) await checkGroup(sql, { entId, id: fields.groupId })
    await checkRule(sql, caller, fields.rule)
    const { count, end } = await countOwnTags(sql, entId)
    if (count >= TAGS_MAX) throw new UserFacingError('refused', TAG_TEXTS.tooMany)
    const id = newId<TagId>(now)
    const edit = { updatedBy: agentId, createdAt: now, updatedAt: now }
    await insertTags(sql, [{ entId, id, ...fields, position: end, ...edit }])
    const after = auditedTag(await getTag(sql, entId, id))
    await writeAudit(sql, caller, { action: 'tag.create', object: id, name: fields.name, after }, now)
    return id
  }

  /** Names of what uses a tag; undefined: nothing does. */
  async function listUsers(sql: Queryable, entId: EntId): Promise<(id: TagId) => string[] | undefined> {
    const ais = await goals.list(sql, entId)
    const automations = await listTagUsers(sql, entId)
    return (id) => {
      const names = [...(automations.get(id) ?? []), ...(ais.get(id) ?? [])]
      return names.length > 0 ? names : undefined
    }
  }

  return {
    list,

    async create(caller: Caller, fields: TagFields): Promise<Tag> {
      const id = await changeTagBook(db, caller, clock.now(), (tx) => insert(tx, caller, fields))
      return read(caller, id)
    },

    /** One transaction: a tag that can't be bound is not created. */
    async createBind(caller: Caller, { customerId, ...fields }: ManualFields & { customerId: CustomerId }) {
      if (!caller.permissions.has(BINDS)) throw new UserFacingError('forbidden')
      return changeTagBook(db, caller, clock.now(), async (tx) => {
        const id = await insert(tx, caller, { ...fields, kind: 'manual', rule: null, aiPrompt: '' })
        const customer = await bind(tx, caller, customerId, id)
        return { tag: toTag(await getTag(tx.sql, caller.entId, id)), customer }
      })
    },

    async update(caller: Caller, id: TagId, version: number, fields: TagFields): Promise<Tag> {
      const now = clock.now()
      const { entId, agentId } = caller
      await changeTagBook(db, caller, now, async ({ sql }) => {
        const before = await getOwn(sql, caller, id)
        const edit = { ...fields, updatedBy: agentId, updatedAt: now }
        if (fields.groupId) await checkGroup(sql, { entId, id: fields.groupId })
        await checkRule(sql, caller, fields.rule, before.rule)
        if (!(await changeTags(sql, { entId, ids: [id] }, edit, version))) throw new StaleError(before.updatedByName)
        if (fields.groupId !== before.groupId) await changeMarks(sql, caller, [id], fields.groupId)
        await auditEdits(sql, caller, [before], now)
      })
      return read(caller, id)
    },

    remove: (caller: Caller, id: TagId): Promise<true> =>
      changeTagBook(
        db,
        caller,
        clock.now(),
        async ({ sql }) => {
          const tag = await getOwn(sql, caller, id)
          const usedBy = (await listUsers(sql, caller.entId))(id)
          if (usedBy) throw new UserFacingError('inUse', TAG_TEXTS.inUse, { usedBy })
          await removeBindings(sql, caller.entId, [id], clock.now())
          await deleteTags(sql, caller.entId, [id])
          await auditRemovals(sql, caller, [tag], clock.now())
          return true as const
        },
        { customersToo: true },
      ),

    async merge(caller: Caller, fromId: TagId, toId: TagId): Promise<Tag> {
      if (fromId === toId) throw new UserFacingError('refused', TAG_TEXTS.mergeIntoItself)
      const { entId, agentId } = caller
      const now = clock.now()
      const work = async ({ sql }: Transaction) => {
        const from = await getOwn(sql, caller, fromId)
        const to = await getOwn(sql, caller, toId)
        // A published version of a flow is never changed, so what names the tag is changed by people first.
        const usedBy = (await listTagUsers(sql, entId)).get(fromId)
        if (usedBy) throw new UserFacingError('inUse', TAG_TEXTS.mergeInUse(usedBy), { usedBy })
        const singleGroupId = to.isSingle ? to.groupId : null
        const rivals = (await listTags(sql, entId)).filter((row) => singleGroupId && row.groupId === singleGroupId)
        const rivalIds = rivals.map((row) => row.id).filter((id) => id !== toId)
        await mergeBindings(sql, { entId, from: fromId, to: toId, rivals: rivalIds, singleGroupId }, now)
        await goals.replace(sql, { entId, from: fromId, to: toId, by: agentId, now })
        await deleteTags(sql, entId, [fromId])
        await changeTags(sql, { entId, ids: [toId] }, { updatedBy: agentId, updatedAt: now })
        const after = { mergedInto: to.name }
        await writeAudit(sql, caller, { action: 'tag.merge', object: fromId, name: from.name, after }, now)
      }
      await changeTagBook(db, caller, now, work, { customersToo: true })
      return read(caller, toId)
    },

    tryRule: (caller: Caller, trial: { rule: TagRule; days: number }): Promise<TagRuleTrial> =>
      tryRule(db.sql, caller, trial, clock.now()),

    /** All valid ones in one transaction; deleted, system and used tags are reported. */
    async batch(
      caller: Caller,
      { ids, action, groupId }: { ids: readonly TagId[]; action: 'move' | 'delete'; groupId: TagGroupId | null },
    ): Promise<TagBatchResult> {
      const { entId, agentId } = caller
      const now = clock.now()
      const work = async ({ sql }: Transaction): Promise<TagBatchResult> => {
        if (action === 'move' && groupId) await checkGroup(sql, { entId, id: groupId })
        const book = new Map((await listTags(sql, entId)).map((row) => [row.id, row]))
        const usersOf = action === 'delete' ? await listUsers(sql, entId) : undefined
        const rows: TagRow[] = []
        const failed: TagBatchResult['failed'] = []
        for (const id of new Set(ids)) {
          const row = book.get(id)
          const msg = problemOf(row, usersOf?.(id))
          if (row && msg === undefined) rows.push(row)
          else failed.push({ id, name: row?.name ?? '', msg: msg ?? '' })
        }
        const own = rows.map((row) => row.id)
        if (own.length > 0 && action === 'delete') {
          await removeBindings(sql, entId, own, now)
          await deleteTags(sql, entId, own)
          await auditRemovals(sql, caller, rows, now)
        } else if (own.length > 0) {
          await changeTags(sql, { entId, ids: own }, { groupId, updatedBy: agentId, updatedAt: now })
          await changeMarks(sql, caller, own, groupId)
          await auditEdits(sql, caller, rows, now)
        }
        return { success: own.length, failed }
      }
      return changeTagBook(db, caller, now, work, { customersToo: action === 'delete' })
    },
  }
}

/** Why a tag can't be moved or deleted. */
function problemOf(row: TagRow | undefined, usedBy: readonly string[] | undefined): string | undefined {
  if (!row) return new NotFoundError('标签').message
  if (row.kind === 'system') return TAG_TEXTS.systemTag
  return usedBy && `${TAG_TEXTS.inUse}：${usedBy.join('、')}`
}

/** Not a system tag. */
async function getOwn(sql: Queryable, { entId }: Caller, id: TagId): Promise<TagRow> {
  const row = await getTag(sql, entId, id)
  if (row.kind === 'system') throw new UserFacingError('refused', TAG_TEXTS.systemTag)
  return row
}

/** The bindings of tags that moved to another group. */
async function changeMarks(sql: Queryable, { entId }: Caller, ids: readonly TagId[], groupId: TagGroupId | null) {
  await unmarkSingleChoices(sql, entId, ids)
  if (groupId) await markSingleChoices(sql, entId, groupId)
}
