import { DICT_TYPES, type Enterprise, type EnterpriseFields, type EntId, type RelationId } from '@ruwu/contract'
import { CERTIFY_TEXTS, DICTIONARIES, isDictValue, retentionCutoff } from '@ruwu/domain'
import { getPicture } from '../../chat/attachment/index.ts'
import { getAgentName } from '../../customer/customer-names.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { FieldError, StaleError } from '../../platform/http/errors.ts'
import { countOldMessages } from '../personal-data/index.ts'
import { type EnterpriseRow, getEnterprise, setAutomationPaused, updateEnterprise } from './enterprise.repo.ts'
import { toEnterprise } from './enterprise.view.ts'

/** The channel account bound last, or undefined. Passed in, because channel itself depends on enterprise. */
type FindLastBound = (
  db: Queryable,
  entId: EntId,
) => Promise<{ id: RelationId; name: string; boundAt: Date } | undefined>

type EnterpriseDeps = { db: Database; clock: Clock; findLastBound: FindLastBound }

export type EnterpriseService = ReturnType<typeof createEnterpriseService>

/** 暂停所有自动化, told to every agent; changes nothing when it is so already. */
export async function pauseAutomation(
  tx: Transaction,
  { entId, agentId }: Caller,
  isPaused: boolean,
  now: Date,
): Promise<{ enterprise: Enterprise; hasChanged: boolean }> {
  const saved = await setAutomationPaused(tx.sql, entId, isPaused ? now : null)
  const enterprise = toEnterprise(saved ?? (await getEnterprise(tx.sql, entId)))
  if (saved) tx.emit(entId, { type: 'enterprise_change', enterprise, at: now.toISOString(), operatorId: agentId })
  return { enterprise, hasChanged: saved !== undefined }
}

export function createEnterpriseService({ db, clock, findLastBound }: EnterpriseDeps) {
  return {
    detail: async ({ entId }: Caller): Promise<Enterprise> => toEnterprise(await getEnterprise(db.sql, entId)),

    update: (caller: Caller, { version, ...fields }: EnterpriseFields & { version: number }): Promise<Enterprise> =>
      db.transaction(async (tx) => {
        const { entId, agentId } = caller
        const before = await getEnterprise(tx.sql, entId)
        await checkFields(tx.sql, before, fields)
        const now = clock.now()
        const saved = await updateEnterprise(tx.sql, entId, version, { ...fields, updatedBy: agentId, updatedAt: now })
        if (!saved) throw new StaleError(await readEditor(tx.sql, entId))
        const enterprise = toEnterprise(saved)
        const entry = { object: entId, name: saved.name, before: auditedFields(before), after: auditedFields(saved) }
        await writeAudit(tx.sql, caller, { action: 'enterprise.edit', ...entry }, now)
        tx.emit(entId, { type: 'enterprise_change', enterprise, at: now.toISOString(), operatorId: agentId })
        return enterprise
      }),

    countOld: async ({ entId }: Caller, days: number): Promise<{ messages: number | null }> => ({
      messages: await countOldMessages(db, { entId, before: retentionCutoff(clock.now(), days) }),
    }),

    findFirstBound: async ({ entId }: Caller) => {
      const bound = await findLastBound(db.sql, entId)
      return bound ? { boundAt: bound.boundAt.toISOString() } : null
    },
  }
}

/** The name of a certified enterprise is fixed. Dictionary values have to exist, a new logo has to be a picture of this enterprise. */
async function checkFields(db: Queryable, before: EnterpriseRow, fields: EnterpriseFields): Promise<void> {
  if (before.certifiedAt && fields.name !== before.name) throw new FieldError({ name: CERTIFY_TEXTS.nameFixed })
  const unknown = DICT_TYPES.find((type) => !isDictValue(type, fields[type]))
  if (unknown) throw new FieldError({ [unknown]: '请选择列表中的选项' })
  if (fields.logo !== '' && fields.logo !== before.logo) await getPicture(db, before.id, 'logo', fields.logo)
}

/** Dictionary values by their labels. */
const auditedFields = (row: EnterpriseRow) => ({
  name: row.name,
  shortName: row.shortName,
  logo: row.logo,
  industry: DICTIONARIES.industry[row.industry],
  scale: DICTIONARIES.scale[row.scale],
  region: DICTIONARIES.region[row.region],
  contact: row.contact,
  phone: row.phone,
  timezone: row.timezone,
  watermark: row.watermark,
  retentionDays: row.retentionDays,
})

/** Reads the row again: the version that won may have been committed after the first read. */
async function readEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const { updatedBy } = await getEnterprise(db, entId)
  return updatedBy ? getAgentName(db, entId, updatedBy) : undefined
}
