import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { readPassword } from '../cluster.ts'
import { probe, DataDirInUseError, urlOf } from '../connect.ts'
import { readPidFile } from '../process-state.ts'

type OpenDatabase = { url: string; close(): Promise<void> }

const asIs = (url: string): OpenDatabase => ({ url, close: async () => {} })

/** The product's database: a running server is shared with its owner, a stopped one is started. */
export async function openDatabaseBeside(options: { databaseUrl: string; dataDir: string }): Promise<OpenDatabase> {
  if (options.databaseUrl) return asIs(options.databaseUrl)
  for (let tries = 0; ; tries++) {
    const running = await findRunning(options.dataDir)
    if (running) return asIs(running)
    try {
      return await openDatabaseAlone(options)
    } catch (error) {
      // The product is starting: its server will answer soon.
      if (!(error instanceof DataDirInUseError) || tries > 5) throw error
      await sleep(1000)
    }
  }
}

/** The product's database, exclusively: throws while the product runs. */
export async function openDatabaseAlone(options: { databaseUrl: string; dataDir: string }): Promise<OpenDatabase> {
  if (options.databaseUrl) return asIs(options.databaseUrl)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: options.dataDir, log: () => {} })
  return { url, close: stop }
}

async function findRunning(dataDir: string): Promise<string | undefined> {
  const clusterDir = path.join(dataDir, 'postgres')
  const found = await readPidFile(clusterDir)
  if (!found) return undefined
  const address = { port: found.port, password: await readPassword(clusterDir) }
  const answer = await probe(address)
  if (answer.kind !== 'ready') return undefined
  await answer.client.end()
  return urlOf(address)
}
