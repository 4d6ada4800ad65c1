import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { qualified } from './catalog.ts'
import { listFiles } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Migration } from './schema.ts'

type Restored = { createdAt: string; tables: number; rows: number; files: number }

/** Restores a backup into an embedded database of its own, which is deleted afterwards: a drill that changes nothing. */
export async function tryRestore(file: string, migrations: Migration[]): Promise<Restored> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-try-'))
  // Nothing is kept, so nothing is synced.
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  try {
    const openTarget = async () => ({ url: server.url, close: async () => {} })
    const { createdAt, tables } = await restoreBackup({ openTarget, dataDir, file, migrations, isForced: false })
    const client = new Client({ connectionString: server.url })
    await client.connect()
    let rows = 0
    for (const table of tables) {
      const counted = await client.query<{ n: number }>(`select count(*)::int as n from ${qualified(table)}`)
      rows += counted.rows[0]?.n ?? 0
    }
    await client.end()
    const files = await listFiles(path.join(dataDir, 'files'))
    return { createdAt, tables: tables.length, rows, files: files?.length ?? 0 }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
