import { Client } from 'pg'
import { StartError } from '../start-error.ts'
import { DATABASE, PRODUCT_ROLE, SUPERUSER } from './cluster.ts'

// 'RUWU' as a number. The advisory lock is taken in the database `postgres`, so that ours can be replaced while it is held.
const OWNER_LOCK = 0x52555755
const OWNER_NAME = 'ruwu-owner'
const LOCK_TIMEOUT_MS = 2000

export type Address = { port: number; password: string }

/** Both roles have the same password: who can read its file runs as the product's or the database's user already. */
const urlFor = (role: string, { port, password }: Address, database: string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`

/** For the product: owns its database, but reads no file and runs no program of the machine. */
export const urlOf = (address: Address) => urlFor(PRODUCT_ROLE, address, DATABASE)
export const adminUrlOf = (address: Address, database = DATABASE) => urlFor(SUPERUSER, address, database)

async function open(address: Address): Promise<Client> {
  const client = new Client({
    connectionString: adminUrlOf(address, 'postgres'),
    connectionTimeoutMillis: 5000,
    application_name: `${OWNER_NAME} ${process.pid}`,
    keepAlive: true,
  })
  // A lost connection also emits `end`; an `error` without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

export type ProbeResult =
  | { kind: 'ready'; client: Client; dataDirectory: string; version: string }
  | { kind: 'wait' | 'busy' | 'refused' | 'silent' }

/** Connects to the server on this port; on failure says whether it is starting, out of connections, refusing us or not answering. */
export async function probe(address: Address): Promise<ProbeResult> {
  try {
    const client = await open(address)
    const { rows } = await client.query<{ dir: string; version: string }>(
      `select current_setting('data_directory') as dir, current_setting('server_version') as version`,
    )
    return { kind: 'ready', client, dataDirectory: rows[0]?.dir ?? '', version: rows[0]?.version ?? '' }
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code === '57P03' || code === '57P01') return { kind: 'wait' }
    if (code === '53300') return { kind: 'busy' }
    return { kind: code.startsWith('28') ? 'refused' : 'silent' }
  }
}

export class DataDirInUseError extends StartError {
  override name = 'DataDirInUseError'
  constructor(dataDir: string, pid?: string) {
    const who = pid ? `（PID ${pid}）` : ''
    super(`数据目录正被另一个如晤进程${who}使用：${dataDir}，请先停止它，或用 DATA_DIR 指定另一个目录`)
  }
}

/** Takes the owner lock for the life of this connection; closes it and throws when another process holds the lock. */
export async function takeOwnership(client: Client, dataDir: string): Promise<void> {
  try {
    await lock(client, dataDir)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function lock(client: Client, dataDir: string): Promise<void> {
  const until = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) as got`)
    if (rows[0]?.got) return
    // The server notices a killed owner's lost connection with a delay.
    if (Date.now() > until) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const owner = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = ${OWNER_LOCK} and l.granted`,
  )
  throw new DataDirInUseError(dataDir, owner.rows[0]?.name.split(' ')[1])
}
