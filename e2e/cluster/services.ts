import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOrdinaryPostgres } from '@ruwu/server/testing/ordinary-postgres.ts'
import { freePort } from '../support/server.ts'

export type Services = { databaseUrl: string; redisUrl: string; stop(): Promise<void> }

/** An ordinary PostgreSQL and Redis on private ports, in a folder that goes with them. */
export async function startServices(): Promise<Services> {
  const binDir = process.env.POSTGRES_BIN_DIR
  const redisServer = process.env.REDIS_SERVER_PATH
  if (!binDir || !redisServer)
    throw new Error('run this through `npm run test:cluster`, which finds or installs PostgreSQL and Redis')

  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-cluster-'))
  const redisPort = await freePort()
  const redis = spawn(
    redisServer,
    ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    { stdio: 'ignore' },
  )
  const [postgres] = await Promise.all([startOrdinaryPostgres(binDir), answers(redisPort)])

  return {
    databaseUrl: postgres.url,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    stop: async () => {
      await Promise.all([postgres.stop(), end(redis)])
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
