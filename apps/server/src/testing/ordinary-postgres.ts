import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@ruwu/testkit'
import { Client } from 'pg'

const run = promisify(execFile)
const NOBODY = 65_534

/** PostgreSQL refuses to run as root. */
export const IDENTITY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Its only role is a superuser. */
export type OrdinaryPostgres = {
  url: string
  adminUrl: string
  version: string
  pid(): number | undefined
  /** Ends it as a crash does, data kept. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

type Settings = Record<string, string>

/** A PostgreSQL of the given folder of programs, as an operator would have it, on a private port and in a folder that goes with it. */
export async function startOrdinaryPostgres(
  binDir: string,
  settings: Settings = { fsync: 'off' },
  initOptions: readonly string[] = [],
): Promise<OrdinaryPostgres> {
  const postgres = await startIn(binDir, settings, (data) =>
    run(
      path.join(binDir, 'initdb'),
      ['-D', data, '-U', 'ruwu', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8', ...initOptions],
      { ...IDENTITY, cwd: '/' },
    ),
  )
  const admin = new Client({ connectionString: maintenance(postgres.url) })
  await admin.connect()
  await admin.query('create database ruwu')
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  await admin.end()
  return { ...postgres, version: rows[0]?.server_version ?? '' }
}

/** A replica that follows the log of another one. */
export async function startStandby(binDir: string, primary: OrdinaryPostgres): Promise<OrdinaryPostgres> {
  const { hostname, port } = new URL(primary.url)
  const copy = ['-h', hostname, '-p', port, '-U', 'ruwu', '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  const standby = await startIn(binDir, { fsync: 'off' }, (data) =>
    run(path.join(binDir, 'pg_basebackup'), ['-D', data, ...copy], { ...IDENTITY, cwd: '/' }),
  )
  return { ...standby, version: primary.version }
}

async function startIn(
  binDir: string,
  settings: Settings,
  fill: (data: string) => Promise<unknown>,
): Promise<Omit<OrdinaryPostgres, 'version'>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-ordinary-'))
  await chmod(folder, 0o755)
  const data = path.join(folder, 'pg')
  await mkdir(data, { mode: 0o700 })
  if (IDENTITY.uid !== undefined) await chown(data, NOBODY, NOBODY)
  await fill(data)

  const port = await freePort()
  const all = { ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const begin = () =>
    spawn(path.join(binDir, 'postgres'), ['-D', data, ...args], { ...IDENTITY, cwd: '/', stdio: 'ignore' })
  const url = `postgres://ruwu@127.0.0.1:${port}/ruwu`
  let postgres = begin()
  await answers(url, postgres)
  return {
    url,
    adminUrl: url,
    pid: () => postgres.pid,
    kill: () => end(postgres, 'SIGQUIT'),
    start: async () => {
      postgres = begin()
      await answers(url, postgres)
    },
    stop: async () => {
      await end(postgres, 'SIGINT')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const maintenance = (url: string): string => url.replace(/ruwu$/, 'postgres')

/** It may recover from its log first; one that could not start says so at once. */
async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: maintenance(url) })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (tries > 1_200 || hasEnded(server)) throw error
      await sleep(50)
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** SIGINT, fast: connections are ended, the server checkpoints. SIGQUIT, at once: the next start recovers from the log. */
async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
