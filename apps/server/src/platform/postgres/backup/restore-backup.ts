import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { readArchive, verifyArchive } from './archive-reader.ts'
import type { Manifest } from './frames.ts'
import { DatabaseRestore } from './restore-database.ts'
import { FilesRestore } from './restore-files.ts'
import { readRestoreMark } from './restore-mark.ts'
import { splitMigrations, type Migration } from './schema.ts'

type RestoreOptions = {
  /** Called only after the file has been verified, because it may start a server. */
  openTarget(): Promise<{ url: string; close(): Promise<void> }>
  dataDir: string
  file: string
  migrations: Migration[]
  isForced: boolean
}

/** Restores a backup atomically: all of it or nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const manifest = await verifyArchive(options.file)
  const migrations = splitMigrations(options.migrations, manifest)
  const target = await options.openTarget()
  const client = await connect(target.url)
  const restoreId = randomUUID()
  const files = new FilesRestore(options.dataDir, restoreId)
  try {
    await files.finishInterrupted(await readRestoreMark(client))
    await files.begin(options.isForced, manifest.hasFiles)
    const database = new DatabaseRestore(client, manifest, migrations)
    await database.begin(options.isForced)
    for await (const frame of readArchive(options.file)) {
      await database.take(frame)
      await files.take(frame)
    }
    await database.complete(restoreId)
    await files.swapIn()
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    await files.close()
    // Rolls back an open transaction.
    await client.end()
    // If this fails, the next start of the product repeats it.
    await finishInterruptedRestore(target.url, options.dataDir).catch(() => {})
    await target.close()
  }
}

/**
 * A killed restore may leave files and key that do not match the database. Call it with the database up and before anything
 * uses the files; a no-op otherwise.
 */
export async function finishInterruptedRestore(url: string, dataDir: string): Promise<void> {
  const client = await connect(url)
  try {
    await new FilesRestore(dataDir).finishInterrupted(await readRestoreMark(client))
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'ruwu-restore' })
  client.on('error', () => {})
  await client.connect()
  return client
}
