import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { qualified } from './catalog.ts'
import { listFiles } from './make-backup.ts'
import { openDatabaseAlone } from './open-database.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Migration } from './schema.ts'

type Restored = { createdAt: string; tables: number; rows: number; files: number }

/** Restores a backup into an embedded database of its own, which is deleted afterwards: a drill that changes nothing. */
export async function tryRestore(file: string, migrations: Migration[]): Promise<Restored> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-try-'))
  const open = () => openDatabaseAlone({ databaseUrl: '', dataDir })
  try {
    const { createdAt, tables } = await restoreBackup({ openTarget: open, dataDir, file, migrations, isForced: false })
    const { url, close } = await open()
    const client = new Client({ connectionString: url })
    await client.connect()
    let rows = 0
    for (const table of tables) {
      const counted = await client.query<{ n: number }>(`select count(*)::int as n from ${qualified(table)}`)
      rows += counted.rows[0]?.n ?? 0
    }
    await client.end()
    await close()
    const files = await listFiles(path.join(dataDir, 'files'))
    return { createdAt, tables: tables.length, rows, files: files?.length ?? 0 }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
