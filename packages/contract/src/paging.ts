import { z } from 'zod'

export const PAGE_SIZES = [20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 20

const NOT_A_SIZE = '每页只能是 20、50 或 100 条'

/** Fields of a request for one page of a table. */
export const pageFields = {
  page: z.int32().min(1, '页码从 1 开始').default(1),
  pageSize: z
    .union(
      PAGE_SIZES.map((size) => z.literal(size)),
      NOT_A_SIZE,
    )
    .default(DEFAULT_PAGE_SIZE),
}

/** Fields of a request by which its rows are ordered; without them the list has its own order. */
export const sortFields = <Field extends string>(fields: readonly Field[]) => ({
  sort: z.object({ field: z.enum(fields), order: z.enum(['asc', 'desc']) }).optional(),
})

export type SortBy<Field extends string> = { field: Field; order: 'asc' | 'desc' }

/** One page of a table. A page beyond the end answers the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int32(), page: z.int32(), pageSize: z.int32() })

export const CURSOR_LIMIT_MAX = 100

/** Cursor paging: fields of a request for the next page. The cursor is opaque. */
export const cursorFields = (limit: number) => ({
  cursor: z
    .string()
    .max(200, '翻页标识不正确')
    .regex(/^[\w-]*$/, '翻页标识不正确')
    .nullish(),
  limit: z.int32().min(1).max(CURSOR_LIMIT_MAX).default(limit),
})

export const cursorPageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
