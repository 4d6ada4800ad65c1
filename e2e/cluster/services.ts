import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OrdinaryPostgres, startOrdinaryPostgres, startStandby } from '@ruwu/server/testing/ordinary-postgres.ts'
import { freePort } from '@ruwu/testkit'

export type Services = {
  databaseUrl: string
  redisUrl: string
  /** A folder that all nodes share. */
  folder: string
  database: OrdinaryPostgres
  redis: { kill(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void }
  /** A replica of the database; it ends with the services. */
  startReplica(): Promise<OrdinaryPostgres>
  stop(): Promise<void>
}

/** An ordinary PostgreSQL and Redis on private ports, in a folder that goes with them. */
export async function startServices({
  settings = { fsync: 'off' },
  init = [],
}: { settings?: Record<string, string>; init?: readonly string[] } = {}): Promise<Services> {
  const binDir = process.env.POSTGRES_BIN_DIR
  const redisServer = process.env.REDIS_SERVER_PATH
  if (!binDir || !redisServer)
    throw new Error('run this through `npm run test:cluster`, which finds or installs PostgreSQL and Redis')

  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-cluster-'))
  const redisPort = await freePort()
  let redis: ChildProcess | undefined
  const startRedis = async () => {
    redis = spawn(redisServer, ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    })
    await answers(redisPort)
  }
  const [postgres] = await Promise.all([startOrdinaryPostgres(binDir, settings, init), startRedis()])
  const replicas: OrdinaryPostgres[] = []

  return {
    databaseUrl: postgres.url,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    folder,
    database: postgres,
    startReplica: async () => {
      const replica = await startStandby(binDir, postgres)
      replicas.push(replica)
      return replica
    },
    redis: {
      kill: () => end(redis, 'SIGKILL'),
      start: startRedis,
      freeze: () => redis?.kill('SIGSTOP'),
      thaw: () => redis?.kill('SIGCONT'),
    },
    stop: async () => {
      await Promise.all([...replicas.map((replica) => replica.stop()), end(redis)])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (opened) return
    await sleep(50)
  }
  throw new Error(`nothing answers on port ${port}`)
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  // A stopped process would keep the signal waiting.
  child.kill('SIGCONT')
  child.kill(signal)
  await gone
}
