import { createReadStream } from 'node:fs'
import { lstat, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import { SECRET_KEY_FILE } from '../../secret-key.ts'
import { explainIoError } from '../explain.ts'
import { makeFolder } from '../make-folder.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { listSequences, listTables, qualified, readJobsVersion, readMigrations } from './catalog.ts'
import type { Table } from './frames.ts'

type BackupSummary = { tables: number; rows: number; files: number; hasKey: boolean; bytes: number }

// Output formats and timeouts must not depend on the server's configuration.
export const PLAIN_OUTPUT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local lock_timeout = 0;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Writes a consistent snapshot (repeatable read) into one file while the product runs. */
export async function makeBackup(options: { url: string; dataDir: string; file: string }): Promise<BackupSummary> {
  const { dataDir, file } = options
  await refuseExisting(file)
  const client = new Client({ connectionString: options.url, application_name: 'ruwu-backup' })
  client.on('error', () => {})
  await client.connect()
  const archive = new ArchiveWriter(file)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(PLAIN_OUTPUT)
    const tables = await listTables(client)
    // TRUNCATE and ALTER TABLE are visible despite repeatable read; the lock makes them wait.
    if (tables.length > 0) await client.query(`lock table ${tables.map(qualified).join(', ')} in access share mode`)
    const key = await readFile(path.join(dataDir, SECRET_KEY_FILE)).catch(ignoreMissing)
    const files = await listFiles(path.join(dataDir, 'files'))
    await archive.write({
      type: 'manifest',
      createdAt: new Date().toISOString(),
      postgres: (await client.query<{ v: string }>(`select current_setting('server_version') as v`)).rows[0]?.v ?? '',
      migrations: await readMigrations(client),
      jobsVersion: await readJobsVersion(client),
      tables,
      hasKey: key !== undefined,
      hasFiles: files !== undefined,
    })
    let rows = 0
    for (const [index, table] of tables.entries()) rows += await writeTable(archive, client, table, index)
    // After the rows: sequence values taken meanwhile are skipped on restore, never reused.
    await archive.write({ type: 'sequences', sequences: await listSequences(client) })
    await client.query('commit')
    if (key) await archive.write({ type: 'key' }, key)
    // Also after the rows: a file is stored before the row that refers to it.
    const written = await writeFiles(archive, path.join(dataDir, 'files'))
    await archive.finish()
    const { size } = await lstat(file)
    return { tables: tables.length, rows, files: written, hasKey: key !== undefined, bytes: size }
  } finally {
    await archive.discard()
    await client.end()
  }
}

async function refuseExisting(file: string): Promise<void> {
  await makeFolder(path.dirname(file), 0o700)
  if (await lstat(file).catch(ignoreMissing)) throw new StartError(`文件已存在：${file}`)
}

async function writeTable(archive: ArchiveWriter, client: Client, table: Table, index: number): Promise<number> {
  await archive.write({ type: 'table', table: index })
  const columns = table.columns.map((name) => escapeIdentifier(name)).join(', ')
  const source = client.query(copyTo(`copy (select ${columns} from ${qualified(table)}) to stdout`))
  await archive.writeAll('rows', source)
  await archive.write({ type: 'table-end', rows: source.rowCount })
  return source.rowCount
}

/** Names of all complete files below a folder; undefined without a folder. */
export async function listFiles(folder: string): Promise<string[] | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return entries
    ?.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

async function writeFiles(archive: ArchiveWriter, folder: string): Promise<number> {
  let count = 0
  for (const name of (await listFiles(folder)) ?? []) {
    const found = await lstat(path.join(folder, name)).catch(ignoreMissing)
    if (!found) continue
    await archive.write({ type: 'file', path: name.split(path.sep).join('/') })
    await archive.writeAll('bytes', createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>)
    await archive.write({ type: 'file-end' })
    count++
  }
  return count
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explainIoError(error, '备份的内容')
}
