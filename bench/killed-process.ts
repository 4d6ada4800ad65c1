import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'

const NODE = fileURLToPath(new URL('automation-node.ts', import.meta.url))

/** Work on a PostgreSQL of its own, beside processes that only run `flows` or `rules` on it until they are killed (SIGKILL). */
export async function besideKilled(
  work: 'flows' | 'rules',
  prove: (databaseUrl: string, start: () => Promise<() => Promise<void>>) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `ruwu-${work}-`))
  // Nothing is kept, so nothing is synced: these processes are killed, their database is not.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  let child: ChildProcess | undefined
  try {
    await prove(postgres.adminUrl, async () => {
      const started = spawn(process.execPath, [...process.execArgv, NODE, postgres.adminUrl, work], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      await once(started.stdout, 'data')
      return () => kill(started)
    })
  } finally {
    child?.kill('SIGKILL')
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
