import type { EntId } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import { listFields, readCustomerSetting } from '../customer-setting/index.ts'
import type { Case } from '../../customer/index.ts'
import { type ContactKey, listLeadsOf, lockHolders } from './lead.repo.ts'
import type { LeadBook, LeadRules } from './record-lead.ts'

/** Everything that is needed to record these contacts of these customers, who are locked. */
export async function openBooks(
  db: Queryable,
  cases: readonly Case[],
  keys: readonly ContactKey[],
): Promise<Map<Case, LeadBook>> {
  // Who holds a value is asked last: everybody takes the customers first.
  const rules = new Map<EntId, LeadRules>()
  for (const entId of new Set(cases.map((each) => each.customer.entId))) rules.set(entId, await readRules(db, entId))
  const rows = await listLeadsOf(
    db,
    cases.filter((each) => !each.isNew).map((each) => each.customer),
  )
  const holders = await lockHolders(db, keys)
  return new Map(
    cases.map((of) => [
      of,
      {
        of,
        own: rows.filter((row) => row.customerId === of.customer.id),
        holders,
        rules: rules.get(of.customer.entId) as LeadRules,
      },
    ]),
  )
}

export async function openBook(db: Queryable, of: Case, keys: readonly ContactKey[]): Promise<LeadBook> {
  return (await openBooks(db, [of], keys)).get(of) as LeadBook
}

const readRules = async (db: Queryable, entId: EntId): Promise<LeadRules> => ({
  setting: await readCustomerSetting(db, entId),
  fields: await listFields(db, entId),
})
