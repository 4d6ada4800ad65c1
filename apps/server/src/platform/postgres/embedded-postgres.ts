import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { startOrAdopt } from './start-or-adopt.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { adminUrlOf, takeOwnership, urlOf } from './connect.ts'
import { prepareDataDir } from './data-dir.ts'
import { hasCurrentOptions, stopPostmaster, type Server } from './postmaster.ts'
import { ensureDatabase } from './product-database.ts'
import { chooseRunAs } from './run-as.ts'
import { toArguments } from './settings.ts'
import { supervise } from './supervise.ts'

type EmbeddedPostgres = {
  url: string
  /** For tests: as the superuser. */
  adminUrl: string
  dataDir: string
  adopted: boolean
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  log(line: string): void
  /** Extra server settings, for example `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  /** Called once when another process has taken the data folder: this process must exit. */
  onLost?(error: Error): void
}

/** Starts or adopts the PostgreSQL server of this data folder and restarts it after crashes until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await prepare(options)
  let running = await startOrAdopt(server)
  await takeOwnership(running.client, server.dataDir)
  // An adopted server of another version or with other settings is restarted.
  if (running.adopted && !(await hasCurrentOptions(server, running))) {
    await stopPostmaster(server)
    running = await startOrAdopt(server)
    await takeOwnership(running.client, server.dataDir)
  }
  const address = { port: running.port, password: server.password }
  await ensureDatabase(running.client, address)

  const stop = supervise(server, running, options)
  const urls = { url: urlOf(address), adminUrl: adminUrlOf(address) }
  return { ...urls, dataDir: options.dataDir, adopted: running.adopted, stop }
}

async function prepare(options: EmbeddedPostgresOptions): Promise<Server> {
  const dataDir = path.resolve(options.dataDir)
  const runAs = await chooseRunAs(path.join(dataDir, 'postgres'))
  await prepareDataDir(dataDir, runAs)
  // PostgreSQL reports its data directory with symbolic links resolved.
  const clusterDir = path.join(await realpath(dataDir), 'postgres')
  const binaries = await findBinaries(dataDir, runAs)
  const sync = options.settings?.['fsync'] !== 'off'
  const { created } = await ensureCluster({ dataDir, clusterDir, binaries, runAs, sync })
  if (created) options.log(`已在 ${clusterDir} 建立数据库（PostgreSQL ${binaries.version}）`)
  const password = await readPassword(clusterDir)
  return { dataDir, clusterDir, binaries, runAs, password, arguments: toArguments(options.settings) }
}
