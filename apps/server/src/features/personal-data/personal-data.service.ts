import { buffer } from 'node:stream/consumers'
import type { CustomerId, PersonalDataPage } from '@ruwu/contract'
import { EXPORT_FILE_MAX_BYTES, isNameTyped, PERSONAL_DATA_TEXTS } from '@ruwu/domain'
import { z } from 'zod'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import { getVisible, lockVisible } from '../../customer/visibility.repo.ts'
import { listWatchers, watchersFor } from '../../customer/watchers.repo.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { detachPerson, withAccount } from './erasure.repo.ts'
import { EXPORT_START, type ExportPlace, readExport } from './export.repo.ts'
import type { Person } from './person-tables.repo.ts'

type PersonalDataDeps = { db: Database; clock: Clock; secrets: Secrets; storage: Storage; onRequested(): void }

export type PersonalDataService = ReturnType<typeof createPersonalDataService>

const SEAL = 'personal-data-export'
/** An export that was begun can be continued for this long. */
const CURSOR_MS = 3_600_000

const Cursor = z.object({
  entId: z.string(),
  agentId: z.string(),
  customerId: z.string(),
  until: z.number(),
  kind: z.number(),
  after: z.array(z.string()),
})

export function createPersonalDataService({ db, clock, secrets, storage, onRequested }: PersonalDataDeps) {
  /** Sealed, because the first call writes the audit entry: no page can be read without it. */
  const sealPlace = ({ entId, agentId }: Caller, customerId: CustomerId, place: ExportPlace): string => {
    const until = clock.now().getTime() + CURSOR_MS
    return secrets.seal(SEAL, JSON.stringify({ entId, agentId, customerId, until, ...place })).toString('base64url')
  }

  const openPlace = ({ entId, agentId }: Caller, customerId: CustomerId, cursor: string): ExportPlace | undefined => {
    try {
      const opened = Cursor.parse(JSON.parse(secrets.open(SEAL, Buffer.from(cursor, 'base64url'))))
      const isOwn = opened.entId === entId && opened.agentId === agentId && opened.customerId === customerId
      return isOwn && opened.until > clock.now().getTime() ? opened : undefined
    } catch {
      return undefined
    }
  }

  return {
    startExport: (caller: Caller, customerId: CustomerId): Promise<{ cursor: string }> =>
      db.transaction(async (tx) => {
        await getVisible(tx.sql, caller, customerId)
        await writeAudit(tx.sql, caller, { action: 'personalData.export', object: customerId }, clock.now())
        return { cursor: sealPlace(caller, customerId, EXPORT_START) }
      }),

    async exportPage(caller: Caller, customerId: CustomerId, cursor: string): Promise<PersonalDataPage> {
      await getVisible(db.sql, caller, customerId)
      const place = openPlace(caller, customerId, cursor)
      if (!place) throw new NotFoundError('导出')
      const page = await readExport(db.sql, await readPerson(db.sql, caller, customerId, clock.now()), place)
      const rows = page.kind === 'attachment' ? await Promise.all(page.rows.map(withBytes)) : page.rows
      return { kind: page.kind, rows, nextCursor: page.next ? sealPlace(caller, customerId, page.next) : null }
    },

    /** The person is gone from the product at the commit; the rest is deleted by the job. */
    erase: (caller: Caller, customerId: CustomerId, name: string): Promise<true> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const { entId, agentId } = caller
        const { customer: row } = await lockVisible(tx.sql, caller, customerId)
        if (!isNameTyped(name, { ...row, customerId }))
          throw new UserFacingError('refused', PERSONAL_DATA_TEXTS.wrongName)
        const watchers = watchersFor(await listWatchers(tx.sql, entId), row)
        await detachPerson(tx.sql, row, agentId, now)
        // Without the name: the entry outlives the person's data.
        await writeAudit(tx.sql, caller, { action: 'personalData.erase', object: customerId }, now)
        tx.emit(
          entId,
          { type: 'customer_erase', customerId, at: now.toISOString(), operatorId: agentId },
          { agentIds: watchers.map((watcher) => watcher.id) },
        )
        tx.afterCommit(onRequested)
        return true as const
      }),
  }

  async function withBytes(row: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (Number(row.size) > EXPORT_FILE_MAX_BYTES) return { ...row, omitted: PERSONAL_DATA_TEXTS.fileTooLarge }
    const file = await storage.get(`attachment/${String(row.key)}`)
    if (!file) return { ...row, omitted: PERSONAL_DATA_TEXTS.fileMissing }
    return { ...row, base64: (await buffer(file.body)).toString('base64') }
  }
}

async function readPerson(db: Queryable, { entId }: Caller, customerId: CustomerId, until: Date): Promise<Person> {
  const row = await findCustomerRow(db, entId, customerId)
  if (!row) throw new NotFoundError('客户')
  const { relationId, platformUserId, conversationKey } = row
  return withAccount(db, { entId, customerId, relationId, platformUserId, conversationKey, until })
}
