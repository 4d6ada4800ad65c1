import type { CustomerSetting, CustomerSettingFields, EntId, StageId } from '@ruwu/contract'
import { takesContact } from '@ruwu/domain'
import { getAgentName } from '../../customer/customer-names.repo.ts'
import { listFields, readCustomerSetting, settleAtStart } from '../../customer/customer-setting.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { emitSettingChange } from './field.service.ts'
import { findSettingRow, findUsedStage, lockCustomerSetting, saveSetting } from './customer-setting.repo.ts'

/** Stages, lead rules, ownership, transfer reasons and 未回复时长 of an enterprise. */
export function createCustomerSettingService({ db, clock }: { db: Database; clock: Clock }) {
  // An agent who moves a customer to a stage locks the customer first.
  const change = <T>(work: (tx: Transaction) => Promise<T>) => retryDeadlock(() => db.transaction(work))

  return {
    get: ({ entId }: Caller): Promise<CustomerSetting> => readCustomerSetting(db.sql, entId),

    update: (
      caller: Caller,
      { version, stages, ...fields }: CustomerSettingFields & { version: number },
    ): Promise<CustomerSetting> =>
      change(async (tx) => {
        const { entId, agentId } = caller
        await lockCustomerSetting(tx.sql, entId)
        const before = await readCustomerSetting(tx.sql, entId)
        if (before.version !== version) throw new StaleError(await readEditor(tx.sql, entId))
        await checkWriteTo(tx.sql, entId, before.writeTo, fields.writeTo)
        await checkStages(tx.sql, entId, before.stages, stages)
        const now = clock.now()
        const start = startOf(before.stages)
        if (start && start !== stages[0]?.id) await settleAtStart(tx.sql, entId, start, now)
        const setting = {
          ...fields,
          stages: stages.map(({ id, name, color }, position) => ({
            id: id ?? newId<StageId>(now),
            name,
            color,
            position,
          })),
        }
        const saved = await saveSetting(tx.sql, version, { entId, setting, updatedBy: agentId, updatedAt: now })
        if (!saved) throw new StaleError(await readEditor(tx.sql, entId))
        const entry = { object: entId, before: auditedSetting(before), after: auditedSetting(saved) }
        await writeAudit(tx.sql, caller, { action: 'customerSetting.edit', ...entry }, now)
        emitSettingChange(tx, caller, now, { customersToo: saved.maskPhone !== before.maskPhone })
        return saved
      }),
  }
}

const auditedSetting = ({ stages, version: _version, ...rest }: CustomerSetting) => ({
  ...rest,
  stages: stages.map(({ name, color }) => `${name} ${color}`),
})

async function readEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const editor = (await findSettingRow(db, entId))?.updatedBy
  return editor ? getAgentName(db, entId, editor) : undefined
}

type WriteTo = CustomerSetting['writeTo']

/** A field that was disabled after it was chosen stays chosen: nothing is written until it is enabled again. */
async function checkWriteTo(db: Queryable, entId: EntId, before: WriteTo, writeTo: WriteTo): Promise<void> {
  const fields = await listFields(db, entId)
  for (const kind of ['phone', 'wechat'] as const) {
    const id = writeTo[kind]
    if (id === null || id === before[kind]) continue
    const field = fields.find((each) => each.id === id)
    if (!field || !takesContact(kind, field)) throw new FieldError({ [`writeTo.${kind}`]: '请选择列表中的字段' })
  }
}

/** Customers without a stage of their own stand in the first one. */
const startOf = (stages: CustomerSetting['stages']): StageId | undefined =>
  stages.toSorted((a, b) => a.position - b.position)[0]?.id

/** Known stages only; a stage with customers stays. */
async function checkStages(
  db: Queryable,
  entId: EntId,
  before: CustomerSetting['stages'],
  after: CustomerSettingFields['stages'],
): Promise<void> {
  const kept = new Set(after.flatMap(({ id }) => id ?? []))
  if ([...kept].some((id) => before.every((stage) => stage.id !== id))) throw new NotFoundError('阶段')
  const removed = before.filter(({ id }) => !kept.has(id))
  const used = await findUsedStage(
    db,
    entId,
    removed.map(({ id }) => id),
    startOf(before),
  )
  const name = removed.find(({ id }) => id === used)?.name
  if (name !== undefined) throw new UserFacingError('refused', `阶段「${name}」还有客户，不能删除`)
}
