import type { AnyExport, ExportFormat, Permission } from '@ruwu/contract'
import { EXPORT_ROWS_MAX } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import type { Caller } from './http/caller.ts'
import type { Cell, Column } from './table-file.ts'
import { TABLE_CONTENT_TYPES, tableStream } from './table-stream.ts'

/** What a list is read by. The caller's rights are those of the moment: an export checks them again when it runs. */
export type ExportSource<Filters> = { db: Queryable; caller: Caller; filters: Filters; timeZone: string }

/** Counts the rows that pass through; throws when the export must not go on. */
export type Watch = <T>(batches: AsyncIterable<readonly T[]>) => AsyncIterable<readonly T[]>

type Common<Filters> = {
  /** `every`: of who has all permissions (管理员). */
  permission: Permission | 'every'
  /** The file holds personal data of customers: an erasure deletes it. */
  hasCustomers: boolean
  /** The filter with days for what they mean at this moment (今天): an export is of the day it was asked for. Absent: it has none. */
  settle?(filters: Filters, now: Date, timeZone: string): Filters
  /** The filter in words. */
  describe(source: ExportSource<Filters>): Promise<string>
  /** Matching rows, counted up to `most`. */
  count(source: ExportSource<Filters>, most: number): Promise<number>
}

type Definition<Filters, Row> = Common<Filters> & {
  permission: Permission
  /** Titles, order and formats are those of the screen. */
  columns: readonly (Column & {
    key: string
    value(row: Row, timeZone: string): Cell
    /** Absent: whatever the filters are. */
    isFor?: (filters: Filters) => boolean
  })[]
  /** All rows in the order of the screen, as the caller may see them: scope and masks are applied here. */
  batches(source: ExportSource<Filters>): AsyncIterable<readonly Row[]>
}

/** Something that can be exported. Each feature defines its own; the export mechanism knows no feature. */
export type ExportType<Filters> = Common<Filters> & {
  /** Keys of the columns that can be chosen. */
  columns: readonly { key: string }[]
  /** The most rows of one file. */
  rowsMax: number
  /** The file, in chunks. */
  chunks(
    source: ExportSource<Filters>,
    request: Pick<AnyExport, 'format' | 'columns'>,
    watch: Watch,
  ): AsyncIterable<Uint8Array>
}

export const EXPORT_CONTENT_TYPES: Record<ExportFormat, string> = { ...TABLE_CONTENT_TYPES, zip: 'application/zip' }

/** A list as a table. */
export function exportType<Filters, Row>({ batches, ...type }: Definition<Filters, Row>): ExportType<Filters> {
  async function* cells(source: ExportSource<Filters>, columns: typeof type.columns): AsyncIterable<Cell[][]> {
    for await (const rows of batches(source))
      yield rows.map((row) => columns.map((column) => column.value(row, source.timeZone)))
  }
  return {
    ...type,
    rowsMax: EXPORT_ROWS_MAX,
    chunks(source, { format, columns: asked }, watch) {
      const fitting = type.columns.filter((column) => column.isFor?.(source.filters) ?? true)
      const columns = asked?.flatMap((key) => fitting.filter((column) => column.key === key)) ?? fitting
      return tableStream(format === 'csv' ? 'csv' : 'xlsx', columns, watch(cells(source, columns)))
    },
  }
}

const BATCH = 1_000

/** Reads a list by keyset: `read` gets the last row of the batch before. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  let last: Row | undefined
  while (true) {
    const rows = await read(last, BATCH)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}
