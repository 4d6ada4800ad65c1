import { type CustomerField, FIELD_LIMITS, type FieldId, type FieldRules, type NewField } from '@ruwu/contract'
import { FIELD_TYPE_LABELS, fieldNameProblem } from '@ruwu/domain'
import { getAgentName } from '../../customer/customer-names.repo.ts'
import { type FieldRow, listFields } from '../../customer/customer-setting.repo.ts'
import { toField } from '../../customer/customer-setting.view.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { insertFields, lockCustomerSetting, placeFields, updateField } from './customer-setting.repo.ts'

/** The fields an enterprise defines for its customers. They are never deleted: values of a disabled field stay. */
export function createFieldService({ db, clock }: { db: Database; clock: Clock }) {
  /** Reads the fields under the enterprise's lock, so that limits, names and positions hold. */
  const change = <T>(caller: Caller, work: (tx: Transaction, fields: FieldRow[]) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await lockCustomerSetting(tx.sql, caller.entId)
      const result = await work(tx, await listFields(tx.sql, caller.entId))
      emitSettingChange(tx, caller, clock.now())
      return result
    })

  return {
    list: async ({ entId }: Caller): Promise<CustomerField[]> => (await listFields(db.sql, entId)).map(toField),

    create: (caller: Caller, { type, ...rules }: NewField): Promise<CustomerField> =>
      change(caller, async (tx, fields) => {
        if (fields.length >= FIELD_LIMITS.fields)
          throw new UserFacingError('refused', `客户字段最多 ${FIELD_LIMITS.fields} 个`)
        checkName(rules.name, fields)
        const id = newId<FieldId>(clock.now())
        const [row] = await insertFields(tx.sql, [
          {
            ...toColumns(rules),
            entId: caller.entId,
            id,
            type,
            position: fields.length,
            updatedBy: caller.agentId,
          },
        ])
        const entry = { object: id, name: rules.name, after: { ...rules, type: FIELD_TYPE_LABELS[type] } }
        await writeAudit(tx.sql, caller, { action: 'customerField.create', ...entry }, clock.now())
        return toField(row as FieldRow)
      }),

    /** The type is fixed: stored values would no longer fit. */
    update: (
      caller: Caller,
      { id, version, ...rules }: FieldRules & { id: FieldId; version: number },
    ): Promise<CustomerField> =>
      change(caller, async (tx, fields) => {
        const before = getField(fields, id)
        checkOptions(before, rules)
        checkName(
          rules.name,
          fields.filter((field) => field.id !== id),
        )
        const saved = await updateField(tx.sql, before, version, { ...toColumns(rules), updatedBy: caller.agentId })
        if (!saved)
          throw new StaleError(before.updatedBy && (await getAgentName(tx.sql, caller.entId, before.updatedBy)))
        const entry = { object: id, name: before.name, before: rulesOf(toField(before)), after: rules }
        await writeAudit(tx.sql, caller, { action: 'customerField.edit', ...entry }, clock.now())
        return toField(saved)
      }),

    /** A position beyond the end means the last. */
    move: (caller: Caller, id: FieldId, targetPosition: number): Promise<CustomerField[]> =>
      change(caller, async (tx, fields) => {
        getField(fields, id)
        const others = fields.map((field) => field.id).filter((each) => each !== id)
        await placeFields(tx.sql, caller.entId, others.toSpliced(targetPosition, 0, id))
        return (await listFields(tx.sql, caller.entId)).map(toField)
      }),
  }
}

/** Open consoles fetch the setting and the fields again. */
export function emitSettingChange(
  tx: Transaction,
  { entId, agentId }: Caller,
  now: Date,
  { customersToo = false } = {},
): void {
  const base = { at: now.toISOString(), operatorId: agentId }
  tx.emit(entId, { type: 'customer_setting_change', ...(customersToo ? { customersToo } : {}), ...base })
}

function getField(fields: readonly FieldRow[], id: FieldId): FieldRow {
  const field = fields.find((each) => each.id === id)
  if (!field) throw new NotFoundError('字段')
  return field
}

function checkName(name: string, others: readonly FieldRow[]): void {
  const problem = fieldNameProblem(
    name,
    others.map((field) => field.name),
  )
  if (problem) throw new FieldError({ name: problem })
}

function checkOptions({ type }: FieldRow, { options }: FieldRules): void {
  const isChoice = type === 'single' || type === 'multiple'
  if (isChoice === options.length > 0) return
  throw new FieldError({ options: isChoice ? '请输入选项' : '该类型没有选项' })
}

const rulesOf = ({ name, options, required, inList, sensitive, aiFill, enabled }: CustomerField): FieldRules => ({
  name,
  options,
  required,
  inList,
  sensitive,
  aiFill,
  enabled,
})

const toColumns = ({ required, sensitive, ...rules }: FieldRules) => ({
  ...rules,
  isRequired: required,
  isSensitive: sensitive,
})
