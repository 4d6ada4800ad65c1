import { readArchive, verifyArchive } from './archive-reader.ts'
import type { Manifest } from './frames.ts'
import { DatabaseRestore } from './restore-database.ts'
import { FilesRestore } from './restore-files.ts'
import type { Migration } from './schema.ts'

export type RestoreOptions = {
  /** Opened only after the file has been found good, because opening may start a server. */
  openTarget(): Promise<{ url: string; close(): Promise<void> }>
  dataDir: string
  file: string
  migrations: Migration[]
  isForced: boolean
}

/** Puts back what a backup holds: all of it, or nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const manifest = await verifyArchive(options.file)
  const target = await options.openTarget()
  const database = new DatabaseRestore(target.url, manifest, options.migrations)
  const files = new FilesRestore(options.dataDir)
  try {
    await files.begin(options.isForced, manifest.hasFiles)
    await database.begin(options.isForced)
    for await (const frame of readArchive(options.file)) {
      await database.take(frame)
      await files.take(frame)
    }
    await database.complete()
    await files.swapIn()
    try {
      await database.commit()
    } catch (error) {
      await files.putBack()
      throw error
    }
    await files.forgetOld()
    return manifest
  } finally {
    await files.close()
    await database.close()
    await target.close()
  }
}
