import { z } from 'zod'

/**
 * A backup is one line of plain text, then a gzip stream of frames: header length (4 bytes), header (JSON),
 * payload. Tables and files are split into frames, so neither side holds a whole one in memory.
 */
export const MAGIC = 'RUWU-BACKUP 1\n'
export const MAX_PAYLOAD = 1024 * 1024
export const MAX_HEADER = 8 * 1024 * 1024

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
export type Table = z.infer<typeof Table>

const Migration = z.object({ when: z.number(), hash: z.string() })

export const Manifest = z.object({
  type: z.literal('manifest'),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(Migration),
  jobsVersion: z.number().nullable(),
  tables: z.array(Table),
  hasKey: z.boolean(),
  hasFiles: z.boolean(),
})
export type Manifest = z.infer<typeof Manifest>

const Sequence = z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof Sequence>

export const Header = z.discriminatedUnion('type', [
  Manifest,
  z.object({ type: z.literal('table'), table: z.number() }),
  z.object({ type: z.literal('rows') }),
  z.object({ type: z.literal('table-end'), rows: z.number() }),
  z.object({ type: z.literal('sequences'), sequences: z.array(Sequence) }),
  z.object({ type: z.literal('key') }),
  z.object({ type: z.literal('file'), path: z.string() }),
  z.object({ type: z.literal('bytes') }),
  z.object({ type: z.literal('file-end') }),
  z.object({ type: z.literal('end'), frames: z.number(), sha256: z.string() }),
])
export type Header = z.infer<typeof Header>

export type Frame = { header: Header; payload: Buffer }
