import { FieldError } from './errors.ts'

export type CursorPage = { cursor?: string | null | undefined; limit: number }

/** The cursor returned with the previous page; a malformed one is refused. */
export function readCursor(cursor: CursorPage['cursor'], pattern: RegExp): string | undefined {
  if (!cursor) return undefined
  if (!pattern.test(cursor)) throw new FieldError({ cursor: '翻页标识不正确' })
  return cursor
}

export const NUMBER_CURSOR = /^\d{1,15}$/
export const ID_CURSOR = /^[0-9a-f]{32}$/

/** Splits limit + 1 rows into the page and the cursor of the next one. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { mark, view }: { mark(row: Row): string; view(row: Row): Item },
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(view), nextCursor: rows.length > limit && last !== undefined ? mark(last) : null }
}
