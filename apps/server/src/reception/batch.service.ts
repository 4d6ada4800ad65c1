import {
  type BulkResult,
  customerApi,
  type CustomerId,
  ERRORS,
  type Permission,
  type StageId,
  type TagId,
} from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../db/database.ts'
import { listCustomerNames } from '../customer/customer-change.repo.ts'
import { FieldError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { maskedCustomerName } from '../customer/notify-agents.ts'
import { isVisible } from '../customer/visibility.repo.ts'
import type { PostponeService } from './postpone.service.ts'
import { type OwnerService, ReceptionFullError } from './owner.service.ts'
import type { StatusService } from './status.service.ts'

type Batch = z.output<typeof customerApi.batch.body>

type One = (caller: Caller, id: CustomerId) => Promise<unknown>

/** Binds tags to a customer; implemented by features/tag. */
export type TagBinder = {
  bind(caller: Caller, customerId: CustomerId, tagIds: readonly TagId[]): Promise<unknown>
  unbind(caller: Caller, customerId: CustomerId, tagIds: readonly TagId[]): Promise<unknown>
}

/** Implemented by the profile. */
export type SetStage = (caller: Caller, customerId: CustomerId, stageId: StageId) => Promise<unknown>

type BatchDeps = {
  db: Database
  log: FastifyBaseLogger
  owners: OwnerService
  statuses: StatusService
  postpones: PostponeService
  tags: TagBinder
  setStage: SetStage
}

/** One action for many customers: each is its own transaction, permission check and outcome. */
export class BatchService {
  private readonly deps: BatchDeps

  constructor(deps: BatchDeps) {
    this.deps = deps
  }

  async run(caller: Caller, batch: Batch): Promise<BulkResult> {
    const one = this.actionOf(batch)
    const ids = [...new Set(batch.customerIds)]
    const failed: { id: CustomerId; msg: string }[] = []
    const undoable: CustomerId[] = []
    for (const id of ids) {
      try {
        if (isUndoable(await one(caller, id))) undoable.push(id)
      } catch (error) {
        failed.push({ id, msg: this.messageFor(error) })
      }
    }
    const names = await this.namesOf(
      caller,
      failed.map(({ id }) => id),
    )
    return {
      success: ids.length - failed.length,
      failed: failed.map(({ id, msg }) => ({ id, name: names.get(id) ?? '', msg })),
      ...(undoable.length > 0 ? { undoable } : {}),
    }
  }

  private actionOf(batch: Batch): One {
    const { action, agentId, group, tagIds, stageId, enableAi, archive, undo = false, until, reason } = batch
    const { owners, statuses, postpones, tags, setStage } = this.deps
    switch (action) {
      case 'receive':
        return asPermitted('im:replyCustomer', (caller, customerId) =>
          owners.receive(caller, { customerId, confirmFull: false }),
        )
      case 'release':
        return (caller, id) => owners.release(caller, id)
      case 'redirect': {
        if ((agentId === undefined) === (group === undefined)) throw new FieldError({ agentId: '请选择客服' })
        if (!reason) throw new FieldError({ reason: '请选择转接原因' })
        return (caller, customerId) => owners.redirect(caller, { customerId, agentId, group, reason })
      }
      case 'bindTags': {
        if (!tagIds) throw new FieldError({ tagIds: '请选择标签' })
        return asPermitted('im:editCustomerInfo', (caller, id) => tags.bind(caller, id, tagIds))
      }
      case 'unbindTags': {
        if (!tagIds) throw new FieldError({ tagIds: '请选择标签' })
        return asPermitted('im:editCustomerInfo', (caller, id) => tags.unbind(caller, id, tagIds))
      }
      case 'stage': {
        if (!stageId) throw new FieldError({ stageId: '请选择阶段' })
        return asPermitted('im:editCustomerInfo', (caller, id) => setStage(caller, id, stageId))
      }
      case 'archive': {
        if (archive === undefined) throw new FieldError({ archive: '请选择归档或取消归档' })
        return asPermitted('im:editCustomerInfo', (caller, id) => statuses.archive(caller, id, { archive, undo }))
      }
      case 'postpone': {
        if (until === undefined) throw new FieldError({ until: '请选择时间' })
        const how = { undo, until: until === null ? null : new Date(until) }
        const seen = new Map(batch.customerIds.map((id, index) => [id, batch.inboundCounts?.[index]]))
        return asPermitted('im:replyCustomer', (caller, id) =>
          postpones.postpone(caller, id, { ...how, inboundCount: seen.get(id) }),
        )
      }
      case 'aiStatus': {
        if (enableAi === undefined) throw new FieldError({ enableAi: '请选择开启或关闭 AI 托管' })
        return asPermitted('im:editCustomerInfo', (caller, id) => statuses.setAi(caller, id, enableAi))
      }
    }
  }

  /** An error of one customer does not stop the others. */
  private messageFor(error: unknown): string {
    // A batch cannot ask for confirmation per customer.
    if (error instanceof ReceptionFullError) return `已达接待上限 ${error.limit}`
    if (error instanceof UserFacingError) return error.message
    this.deps.log.error({ err: error }, 'a customer of a batch failed')
    return ERRORS.internal.msg
  }

  private async namesOf(caller: Caller, ids: CustomerId[]): Promise<Map<CustomerId, string>> {
    if (ids.length === 0) return new Map()
    const rows = await listCustomerNames(this.deps.db.sql, caller.entId, ids)
    return new Map(rows.filter((row) => isVisible(caller, row)).map((row) => [row.id, maskedCustomerName(row)]))
  }
}

const asPermitted =
  (permission: Permission, one: One): One =>
  async (caller, id) => {
    if (!caller.permissions.has(permission)) throw new UserFacingError('forbidden')
    return one(caller, id)
  }

/** An answer of `StatusService.archive`. */
const isUndoable = (answer: unknown): boolean => (answer as { isUndoable?: boolean } | undefined)?.isUndoable === true
