import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StartError } from '../start-error.ts'

/** The system user of a child process; undefined: the current user. */
export type RunAs = { uid: number; gid: number } | undefined

type Finished = { code: number; output: string }

// A minimal environment: the operator's PGDATA, PGPORT or locale must not change the server.
export const childEnv = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a command to its end; code 127 when it cannot be started. */
export function run(command: string, args: string[], runAs?: RunAs): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...runAs, cwd: '/', env: childEnv, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ code: 127, output: output + error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export const isRoot = () => process.getuid?.() === 0

const USER_NAME = 'ruwu'

async function lookUp(name: string): Promise<RunAs> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

/**
 * PostgreSQL refuses to run as root. An existing cluster keeps its owner, so that root can open a cluster of an ordinary user;
 * a new one belongs to the system user `ruwu`, or to `nobody` when that user cannot be created.
 */
export async function chooseRunAs(clusterDir: string): Promise<RunAs> {
  if (!isRoot()) return undefined
  const existing = await stat(clusterDir).catch(() => undefined)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const known = await lookUp(USER_NAME)
  if (known) return known
  await run('useradd', [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
    USER_NAME,
  ])
  const user = (await lookUp(USER_NAME)) ?? (await lookUp('nobody'))
  if (!user || user.uid === 0)
    throw new StartError('以 root 运行时需要一个普通系统用户来运行数据库，但无法创建用户 ruwu')
  return user
}
