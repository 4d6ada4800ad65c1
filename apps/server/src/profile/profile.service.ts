import type { CustomerDetail, CustomerId, FieldId, FieldValue, StageId } from '@ruwu/contract'
import { fieldProblem, fieldText, hidesValue, isEmptyValue } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { retryDeadlock } from '../db/violations.ts'
import type { Clock } from '../platform/clock.ts'
import { FieldError, NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import {
  type FieldRow,
  listFields,
  readCustomerSetting,
  shareCustomerSetting,
} from '../customer/customer-setting.repo.ts'
import { toField } from '../customer/customer-setting.view.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { maskFor, maskPanel } from '../customer/customer.view.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import type { DetailService } from './detail.service.ts'
import { setField, setStage, setText } from './profile-change.ts'
import { lockVisible } from '../customer/visibility.repo.ts'

type ProfileInput = {
  customerId: CustomerId
  remark?: string | undefined
  city?: string | undefined
  country?: string | undefined
  stageId?: StageId | null | undefined
  fields?: Record<FieldId, FieldValue> | undefined
}

const TEXTS = ['remark', 'city', 'country'] as const

/** Agents' changes of a customer's panel. */
export class ProfileService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly details: DetailService

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock; details: DetailService }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.details = deps.details
  }

  async update(caller: Caller, input: ProfileInput): Promise<CustomerDetail> {
    // A change of the start stage locks the setting before customers.
    await retryDeadlock(() => this.db.transaction((tx) => this.change(tx, caller, input)))
    return this.details.detail(caller, input.customerId)
  }

  private async change(tx: Transaction, caller: Caller, input: ProfileInput): Promise<void> {
    const now = this.clock.now()
    const change = await lockVisible(tx.sql, caller, input.customerId)
    const changed: Record<string, unknown> = {}
    for (const key of TEXTS) {
      const value = input[key]
      if (value === undefined || isAsShown(caller, undefined, change.customer[key], value)) continue
      if (setText(change, key, value, caller.agentId, now)) changed[key] = value
    }
    if (input.stageId !== undefined && (await changeStage(tx.sql, caller, change, input.stageId, now)))
      changed.stageId = input.stageId
    const fieldIds = await setFields(tx.sql, caller, change, input.fields ?? {}, now)
    // Ids only: the event also reaches agents that may not see the values.
    if (fieldIds.length > 0) changed.fields = fieldIds
    if (Object.keys(changed).length === 0) return
    change.events.push({ type: 'agent_update_customer_info', changed, operatorId: caller.agentId })
    await this.writer.commit(tx, [change], now)
  }
}

/** A masked value that comes back unchanged from a caller who sees it masked is not a change. */
function isAsShown(caller: Caller, field: FieldRow | undefined, before: string, value: string): boolean {
  const mask = maskFor(caller)
  if (mask === null) return false
  const isHidden = field !== undefined && hidesValue(toField(field), mask)
  return value === maskPanel(isHidden, mask)(before)
}

async function changeStage(
  db: Queryable,
  caller: Caller,
  change: CustomerChange,
  to: StageId | null,
  now: Date,
): Promise<boolean> {
  if (change.customer.stageId === to) return false
  await shareCustomerSetting(db, caller.entId)
  const { stages } = await readCustomerSetting(db, caller.entId)
  if (to !== null && stages.every((stage) => stage.id !== to)) throw new NotFoundError('阶段')
  setStage(change, stages, to, caller.agentId, now)
  return true
}

/** Ids of the changed fields. */
async function setFields(
  db: Queryable,
  caller: Caller,
  change: CustomerChange,
  values: Record<string, FieldValue>,
  now: Date,
): Promise<FieldId[]> {
  const wanted = Object.entries(values)
  if (wanted.length === 0) return []
  const known = new Map((await listFields(db, caller.entId)).map((field) => [field.id as string, field]))
  const changed: FieldId[] = []
  for (const [id, value] of wanted) {
    const field = known.get(id)
    if (!field?.enabled) throw new NotFoundError('字段')
    if (isAsShown(caller, field, fieldText(change.customer.fields[field.id]), fieldText(value))) continue
    const isMissing = field.isRequired && isEmptyValue(value)
    const problem = isMissing ? `请输入${field.name}` : fieldProblem(field, value)
    if (problem) throw new FieldError({ [`fields.${id}`]: problem })
    if (setField(change, field, value, caller.agentId, now)) changed.push(field.id)
  }
  return changed
}
