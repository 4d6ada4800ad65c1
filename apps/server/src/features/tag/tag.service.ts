import type { CustomerId, CustomerItem, Permission, Tag, TagColor, TagGroupId, TagId } from '@ruwu/contract'
import { TAG_TEXTS, TAGS_MAX } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countOwnTags, findTag, hasGroup, insertTags, listTags } from './tag.repo.ts'
import { toTag } from './tag.view.ts'

/** Binds a tag to a customer in the transaction that creates it. */
type BindTag = (tx: Transaction, caller: Caller, customerId: CustomerId, tagId: TagId) => Promise<CustomerItem>

type TagDraft = { customerId: CustomerId; name: string; color: TagColor; groupId: TagGroupId | null }

/** Permission required for binding, in addition to creating. */
const BINDS: Permission = 'im:editCustomerInfo'

export class TagService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly bind: BindTag

  constructor(deps: { db: Database; clock: Clock; bind: BindTag }) {
    this.db = deps.db
    this.clock = deps.clock
    this.bind = deps.bind
  }

  async list(caller: Caller): Promise<Tag[]> {
    return (await listTags(this.db.sql, caller.entId)).map(toTag)
  }

  /** One transaction: a tag that can't be bound is not created. */
  async createBind(caller: Caller, draft: TagDraft): Promise<{ tag: Tag; customer: CustomerItem }> {
    if (!caller.permissions.has(BINDS)) throw new UserFacingError('forbidden')
    const work = this.db.transaction(async (tx) => {
      const id = await this.create(tx, caller, draft)
      const customer = await this.bind(tx, caller, draft.customerId, id)
      const made = await findTag(tx.sql, caller.entId, id)
      if (!made) throw new NotFoundError('标签')
      return { tag: toTag(made), customer }
    })
    return work.catch((error: unknown) => {
      throw isUniqueViolation(error, 'tag_name') ? new FieldError({ name: TAG_TEXTS.nameTaken }) : error
    })
  }

  private async create(tx: Transaction, { entId, agentId }: Caller, draft: TagDraft): Promise<TagId> {
    const now = this.clock.now()
    if (draft.groupId && !(await hasGroup(tx.sql, entId, draft.groupId))) throw new NotFoundError('标签分组')
    const count = await countOwnTags(tx.sql, entId)
    if (count >= TAGS_MAX) throw new UserFacingError('refused', TAG_TEXTS.tooMany)
    const id = newId<TagId>(now)
    const { name, color, groupId } = draft
    await insertTags(tx.sql, [
      {
        entId,
        id,
        name,
        color,
        groupId,
        kind: 'manual',
        position: count,
        updatedBy: agentId,
        createdAt: now,
        updatedAt: now,
      },
    ])
    tx.emit(entId, { type: 'tag_change', at: now.toISOString(), operatorId: agentId })
    return id
  }
}
