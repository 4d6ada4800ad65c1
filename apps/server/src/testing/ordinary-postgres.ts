import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)
const NOBODY = 65_534

/** Its only role is a superuser. */
export type OrdinaryPostgres = { url: string; adminUrl: string; version: string; stop(): Promise<void> }

/** A PostgreSQL of the given folder of programs, as an operator would have it, on a private port and in a folder that goes with it. */
export async function startOrdinaryPostgres(
  binDir: string,
  settings: Record<string, string> = { fsync: 'off' },
): Promise<OrdinaryPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-ordinary-'))
  await chmod(folder, 0o755)
  // PostgreSQL refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const data = path.join(folder, 'pg')
  await mkdir(data, { mode: 0o700 })
  if (identity.uid !== undefined) await chown(data, NOBODY, NOBODY)
  const init = ['-D', data, '-U', 'ruwu', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']
  await run(path.join(binDir, 'initdb'), init, { ...identity, cwd: '/' })

  const port = await freePort()
  const all = { ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...identity, cwd: '/', stdio: 'ignore' as const }
  const postgres = spawn(path.join(binDir, 'postgres'), ['-D', data, ...args], options)
  const admin = await connected(`postgres://ruwu@127.0.0.1:${port}/postgres`)
  await admin.query('create database ruwu')
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  await admin.end()

  const url = `postgres://ruwu@127.0.0.1:${port}/ruwu`
  return {
    url,
    adminUrl: url,
    version: rows[0]?.server_version ?? '',
    stop: async () => {
      await end(postgres)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function connected(url: string): Promise<Client> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries > 200) throw error
      await sleep(50)
    }
  }
}

/** Fast shutdown: connections are ended, the server checkpoints. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  await gone
}
