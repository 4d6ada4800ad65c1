import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { probe, type ProbeResult } from './connect.ts'
import { readPidFile, stateOf, stateOfPostmaster } from './process-state.ts'
import { childEnv, type RunAs } from './run-as.ts'
import { openServerLog, readServerLog } from './server-log.ts'

export type Server = {
  dataDir: string
  clusterDir: string
  binaries: Binaries
  runAs: RunAs
  password: string
  arguments: string[]
}

export type Running = { port: number; adopted: boolean } & Extract<ProbeResult, { kind: 'ready' }>

/** `again`: the cause may pass by itself, so the start may be retried. */
type Start = Running | { kind: 'again' | 'failed'; output: string }

/** Crash recovery may replay a lot of WAL; we wait while the process lives. */
const RECOVERY_MS = 600_000
const TRANSIENT = /lock file .* (already exists|is empty)|shared memory block|Address already in use/i

export async function startPostmaster(server: Server, port: number): Promise<Start> {
  const log = await openServerLog(server.dataDir)
  const logFrom = (await log.stat()).size
  const args = ['-D', server.clusterDir, '-p', String(port), ...server.arguments]
  // Detached: Ctrl-C must reach this process only, which stops the server after the last request.
  const child = spawn(server.binaries.postgres, args, {
    ...server.runAs,
    cwd: '/',
    env: childEnv,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  })
  const end = { reason: '' }
  child.once('error', (error) => (end.reason = error.message))
  child.once('exit', (code, signal) => (end.reason ||= `postgres: ${signal ?? code}`))
  child.unref()
  await log.close()

  const until = Date.now() + RECOVERY_MS
  while (!end.reason && Date.now() < until) {
    // Before the pid file names our child, another server may be answering on the port.
    if ((await readPidFile(server.clusterDir))?.pid === child.pid) {
      const answer = await probe({ port, password: server.password })
      if (answer.kind === 'ready') return { ...answer, port, adopted: false }
    }
    await sleep(20)
  }
  const output = (await readServerLog(server.dataDir, logFrom)) || end.reason
  return { kind: TRANSIENT.test(output) ? 'again' : 'failed', output }
}

/** Whether a running server has the version and settings we would start it with. */
export async function hasCurrentOptions(server: Server, running: Running): Promise<boolean> {
  const used = await readFile(path.join(server.clusterDir, 'postmaster.opts'), 'utf8').catch(() => '')
  const wanted = server.arguments.map((argument) => `"${argument}"`).join(' ')
  return running.version === server.binaries.version && used.trim().endsWith(wanted)
}

const STOP_SIGNALS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Fast shutdown (open transactions are rolled back, WAL is flushed); immediate shutdown and SIGKILL only after timeouts. */
export async function stopPostmaster({ clusterDir }: Pick<Server, 'clusterDir'>): Promise<void> {
  for (const [signal, patience] of STOP_SIGNALS) {
    const file = await readPidFile(clusterDir)
    if (!file || (await stateOfPostmaster(file.pid, clusterDir)) !== 'running') return
    try {
      process.kill(file.pid, signal)
    } catch {
      return
    }
    const until = Date.now() + patience
    while (Date.now() < until) {
      if ((await stateOf(file.pid)) !== 'running') return
      await sleep(10)
    }
  }
}
