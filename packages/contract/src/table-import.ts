import { z } from 'zod'

/** Tables that can be imported: a workbook's first sheet, or a CSV file. */
export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export const TableFormat = z.enum(TABLE_FORMATS)
export type TableFormat = z.infer<typeof TableFormat>

export const IMPORT_BYTES_MAX = 10 * 1024 * 1024

export const ON_DUPLICATE = ['skip', 'overwrite'] as const
export type OnDuplicate = (typeof ON_DUPLICATE)[number]

/** A yes or no beside a file; a form carries it as text. */
export const FormFlag = z.union([z.boolean(), z.stringbool()])

/** Fields of every import call beside its file. `dryRun` changes nothing and reports the outcome. */
export const importFields = {
  onDuplicate: z.enum(ON_DUPLICATE).default('skip'),
  dryRun: FormFlag.default(false),
}
export type ImportOptions = { onDuplicate: OnDuplicate; dryRun: boolean }

export const ImportResult = z.object({
  success: z.int32(),
  /** Rows that already exist: skipped or overwritten. */
  duplicates: z.int32(),
  failed: z.array(z.object({ row: z.int32(), msg: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** A file to save: an import template or an export, base64. */
export const TableFile = z.object({ name: z.string(), content: z.base64() })
export type TableFile = z.infer<typeof TableFile>
