import type { EntId } from '@ruwu/contract'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import * as schema from '../../db/schema/index.ts'
import { inBatches } from '../../platform/export-type.ts'
import { ENTERPRISE_TABLES, KEPT_TABLES } from './enterprise-tables.repo.ts'
import { readTableRows, type TableRow } from './table-rows.repo.ts'

/** Sign-ins and their secrets; what waits to be done; what is derived from other tables. */
const LEFT_OUT: ReadonlySet<PgTable> = new Set<PgTable>([
  schema.authSession,
  schema.agentTotp,
  schema.recoveryCode,
  schema.chatUser,
  schema.chatToken,
  schema.oauthEmpower,
  schema.oauthGrant,
  schema.oauthToken,
  schema.modelSetting,
  schema.channelAttempt,
  schema.agentPresence,
  schema.aiPreview,
  schema.aiPreviewDay,
  schema.aiWaiting,
  schema.erasure,
  schema.event,
  schema.eventHead,
  schema.exportJob,
  schema.followUp,
  schema.inboundCause,
  schema.inboundMedia,
  schema.outbox,
  schema.platformPending,
  schema.sentText,
  schema.tagCheck,
  schema.webhookDelivery,
  schema.customerName,
  schema.customerNo,
  schema.customerSet,
  schema.customerTouched,
  schema.embeddingSpace,
  schema.knowledgePiece,
  schema.knowledgeTerm,
  schema.messageSearch,
  schema.searchHead,
  schema.searchPending,
  schema.statDimension,
  schema.statHour,
  schema.statOrigin,
  schema.statDirty,
  schema.statState,
  schema.statSum,
])

/** Columns with secrets (also sealed ones) and search terms, in any table. */
const LEFT_OUT_COLUMN = /password|secret|^tokens$|hash|^bind_code$|^words$|^grams$/

export type ExportedTable = { table: PgTable; name: string; omit: readonly string[]; where: (entId: EntId) => SQL }

const toExported = (table: PgTable): ExportedTable => {
  const names = getTableConfig(table).columns.map((column) => column.name)
  return {
    table,
    name: getTableName(table),
    omit: names.filter((name) => LEFT_OUT_COLUMN.test(name)),
    where: (entId) => (names.includes('ent_id') ? sql`t.ent_id = ${entId}` : sql`t.id = ${entId}`),
  }
}

/** The tables of 导出全部数据, by name. A new table of the enterprise is one of them unless it is left out above. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  ...KEPT_TABLES,
  ...ENTERPRISE_TABLES.map((each) => each.table),
]
  .filter((table) => !LEFT_OUT.has(table))
  .map(toExported)
  .toSorted((one, other) => one.name.localeCompare(other.name))

/** All rows of an enterprise in a table, in batches. */
export async function* readEnterpriseRows(
  db: Queryable,
  entId: EntId,
  { table, where, omit }: ExportedTable,
): AsyncIterable<Record<string, unknown>[]> {
  const pages = inBatches<TableRow>((last, limit) =>
    readTableRows(db, table, { where: where(entId), omit, after: last?.key ?? [], limit }),
  )
  for await (const page of pages) yield page.map(({ row }) => row)
}

export async function countEnterpriseRows(db: Queryable, entId: EntId): Promise<number> {
  const counts = EXPORTED_TABLES.map(
    ({ name, where }) => sql`(select count(*) from ${sql.identifier(name)} t where ${where(entId)})`,
  )
  const { rows } = await db.execute<{ total: string }>(sql`select (${sql.join(counts, sql` + `)})::text as total`)
  return Number(rows[0]?.total ?? 0)
}
