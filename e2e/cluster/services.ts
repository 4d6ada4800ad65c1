import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/server.ts'

const run = promisify(execFile)
const NOBODY = 65_534

export type Services = { databaseUrl: string; redisUrl: string; stop(): Promise<void> }

/** An ordinary PostgreSQL and Redis on private ports, in a folder that goes with them. */
export async function startServices(): Promise<Services> {
  const binDir = process.env.POSTGRES_BIN_DIR
  const redisServer = process.env.REDIS_SERVER_PATH
  if (!binDir || !redisServer)
    throw new Error('run this through `npm run test:cluster`, which finds or installs PostgreSQL and Redis')

  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-cluster-'))
  await chmod(folder, 0o755)
  // PostgreSQL refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const data = path.join(folder, 'pg')
  await mkdir(data, { mode: 0o700 })
  if (identity.uid !== undefined) await chown(data, NOBODY, NOBODY)
  const [pgPort, redisPort] = [await freePort(), await freePort()]

  await run(
    path.join(binDir, 'initdb'),
    ['-D', data, '-U', 'ruwu', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...identity, cwd: '/' },
  )
  const settings = [`port=${pgPort}`, 'fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const postgres = spawn(
    path.join(binDir, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...identity,
      cwd: '/',
      stdio: 'ignore',
    },
  )
  const redis = spawn(
    redisServer,
    ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    { stdio: 'ignore' },
  )
  await Promise.all([answers(pgPort), answers(redisPort)])
  await run(path.join(binDir, 'createdb'), ['-h', '127.0.0.1', '-p', String(pgPort), '-U', 'ruwu', 'ruwu'])

  return {
    databaseUrl: `postgres://ruwu@127.0.0.1:${pgPort}/ruwu`,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    stop: async () => {
      await Promise.all([end(postgres, 'SIGINT'), end(redis, 'SIGTERM')])
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

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
