import { getTableName, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { attachment } from '../../db/schema/index.ts'
import { PERSON_TABLES, type Person } from './person-tables.repo.ts'
import { readTableRows } from './table-rows.repo.ts'

/** The kinds of an export, in the order of its pages. */
const KINDS = PERSON_TABLES.flatMap(({ table, rows, exported }) =>
  rows && exported ? [{ table, rows, extra: exported === true ? sql`'{}'::jsonb` : exported }] : [],
)

const PAGE_ROWS = 200

/** Position in an export: the kind and the primary key of the last row. */
export type ExportPlace = { kind: number; after: string[] }

export const EXPORT_START: ExportPlace = { kind: 0, after: [] }

type ExportRows = { kind: string; rows: Record<string, unknown>[]; next: ExportPlace | undefined }

/** The next rows of the person, of one kind; kinds without rows are passed over. Files come one at a time. */
export async function readExport(db: Queryable, person: Person, place: ExportPlace): Promise<ExportRows> {
  const kind = KINDS[place.kind]
  if (!kind) return { kind: '', rows: [], next: undefined }
  const { table, rows: ofPerson, extra } = kind
  const limit = table === attachment ? 1 : PAGE_ROWS
  const rows = await readTableRows(db, table, { where: ofPerson(person), extra, after: place.after, limit })
  const following: ExportPlace = { kind: place.kind + 1, after: [] }
  if (rows.length === 0) return readExport(db, person, following)
  const isFull = rows.length === limit
  const next = isFull ? { kind: place.kind, after: rows.at(-1)?.key ?? [] } : following
  return { kind: getTableName(table), rows: rows.map(({ row }) => row), next: KINDS[next.kind] && next }
}
