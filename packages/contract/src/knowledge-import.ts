import { z } from 'zod'

export const KNOWLEDGE_IMPORT_ROWS_MAX = 10_000

export const ON_DUPLICATE = ['skip', 'overwrite'] as const
export const ImportResult = z.object({
  success: z.int32(),
  /** Rows that already exist: skipped or overwritten. */
  duplicates: z.int32(),
  failed: z.array(z.object({ row: z.int32(), msg: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Header row of an import sheet. */
export const IMPORT_COLUMNS = { question: '问题', similar: '相似问', answer: '答案' } as const
