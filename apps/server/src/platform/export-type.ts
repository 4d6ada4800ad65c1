import type { Permission } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { Caller } from './http/caller.ts'
import type { Cell, Column } from './table-file.ts'

/** What a list is read by. The caller's rights are those of the moment: an export checks them again when it runs. */
export type ExportSource<Filters> = { db: Queryable; caller: Caller; filters: Filters; timeZone: string }

type Definition<Filters, Row> = {
  permission: Permission
  /** The file holds personal data of customers: an erasure deletes it. */
  hasCustomers: boolean
  /** Titles, order and formats are those of the screen. */
  columns: readonly (Column & { key: string; value(row: Row, timeZone: string): Cell })[]
  /** The filter in words. */
  describe(source: ExportSource<Filters>): Promise<string>
  /** Matching rows, counted up to `most`. */
  count(source: ExportSource<Filters>, most: number): Promise<number>
  /** All rows in the order of the screen, as the caller may see them: scope and masks are applied here. */
  batches(source: ExportSource<Filters>): AsyncIterable<readonly Row[]>
}

/** A list that can be exported. Each feature defines its own; the export mechanism knows no feature. */
export type ExportType<Filters> = Omit<Definition<Filters, unknown>, 'columns' | 'batches'> & {
  columns: readonly (Column & { key: string })[]
  /** Cells of the named columns, batch by batch. */
  cells(source: ExportSource<Filters>, keys: readonly string[]): AsyncIterable<Cell[][]>
}

export function exportType<Filters, Row>({ batches, ...type }: Definition<Filters, Row>): ExportType<Filters> {
  return {
    ...type,
    async *cells(source, keys) {
      const columns = keys.flatMap((key) => type.columns.filter((column) => column.key === key))
      for await (const rows of batches(source))
        yield rows.map((row) => columns.map((column) => column.value(row, source.timeZone)))
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
