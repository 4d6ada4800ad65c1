import type { EntId } from '@ruwu/contract'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import { listFields, readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { type ContactKey, listLeadsOfCustomers, lockFirstHolders } from './lead.repo.ts'
import type { LeadContext, LeadRules } from './record-lead.ts'

/** Loads what recording contacts needs. The customers must be locked already. */
export async function loadLeadContexts(
  db: Queryable,
  changes: readonly CustomerChange[],
  keys: readonly ContactKey[],
): Promise<Map<CustomerChange, LeadContext>> {
  // Lock order: customers first, contact values last.
  const rules = new Map<EntId, LeadRules>()
  for (const entId of new Set(changes.map((each) => each.customer.entId))) rules.set(entId, await readRules(db, entId))
  const rows = await listLeadsOfCustomers(
    db,
    changes.filter((each) => !each.isNew).map((each) => each.customer),
  )
  const holders = await lockFirstHolders(db, keys)
  return new Map(
    changes.map((change) => [
      change,
      {
        change,
        leads: rows.filter((row) => row.customerId === change.customer.id),
        holders,
        rules: rules.get(change.customer.entId) as LeadRules,
      },
    ]),
  )
}

export async function loadLeadContext(
  db: Queryable,
  change: CustomerChange,
  keys: readonly ContactKey[],
): Promise<LeadContext> {
  return (await loadLeadContexts(db, [change], keys)).get(change) as LeadContext
}

const readRules = async (db: Queryable, entId: EntId): Promise<LeadRules> => ({
  setting: await readCustomerSetting(db, entId),
  fields: await listFields(db, entId),
})
