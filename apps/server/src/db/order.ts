import type { SortBy } from '@ruwu/contract'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Order of a list: the one asked for, then its own, which tells equal rows apart, so that no row is on two pages. Rows without a value
 * come last in both directions.
 */
export const orderOf = <Field extends string>(
  sort: SortBy<Field> | undefined,
  columns: Record<Field, AnyColumn | SQL>,
  own: readonly SQL[],
): SQL[] =>
  sort ? [sql`${columns[sort.field]} ${sql.raw(sort.order === 'asc' ? 'asc' : 'desc')} nulls last`, ...own] : [...own]
