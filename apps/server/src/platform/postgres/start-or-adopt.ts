import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { probe, DataDirInUseError } from './connect.ts'
import { explainOutput } from './explain.ts'
import { startPostmaster, stopPostmaster, type Running, type Server } from './postmaster.ts'
import { readPidFile, stateOfPostmaster, livingProcesses, type PidFile } from './process-state.ts'

const START_TIMEOUT_MS = 20_000
const SILENCE_MS = 5000
const REAP_MS = 5000

/** Connects to the cluster's server: adopts a running one that answers, else removes what is left of it and starts one. */
export async function startOrAdopt(server: Server, fixedPort?: number): Promise<Running> {
  const until = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const found = await readPidFile(server.clusterDir)
    if (found) {
      const adopted = await adopt(server, found, fixedPort !== undefined)
      if (adopted) return adopted
      await removeRemains(server)
    }
    const start = await startPostmaster(server, fixedPort ?? (await freePort()))
    if (start.kind === 'ready') return start
    if (start.kind === 'failed' || Date.now() > until) throw explainOutput('启动数据库', start.output, server.dataDir)
    await sleep(200)
  }
}

/** Waits for a living server to answer; one that does not answer for SILENCE_MS is stopped. */
async function adopt(server: Server, { pid, port }: PidFile, isOurs: boolean): Promise<Running | undefined> {
  let silentSince: number | undefined
  while ((await stateOfPostmaster(pid, server.clusterDir)) === 'running') {
    const answer = await probe({ port, password: server.password })
    switch (answer.kind) {
      case 'ready':
        if (answer.dataDirectory === server.clusterDir) return { ...answer, port, adopted: true }
        await answer.client.end()
        return undefined
      case 'busy':
        // No free connection: taken by our own pool after a crash, otherwise by a living owner.
        if (!isOurs) throw new DataDirInUseError(server.dataDir)
        break
      case 'refused':
        throw new StartError(`正在运行的数据库不接受 ${server.clusterDir} 里的密码，请先停止它`)
      case 'silent':
        silentSince ??= Date.now()
        if (Date.now() - silentSince > SILENCE_MS) await stopPostmaster(server)
        break
      case 'wait':
        silentSince = undefined
        break
    }
    await sleep(50)
  }
  return undefined
}

/** A dead postmaster leaves its pid file, possibly child processes, and a zombie until init reaps it. */
async function removeRemains({ clusterDir }: Server): Promise<void> {
  const until = Date.now() + REAP_MS
  for (;;) {
    const file = await readPidFile(clusterDir)
    const state = file ? await stateOfPostmaster(file.pid, clusterDir) : 'gone'
    // A concurrent process has started it again.
    if (state === 'running') return
    if ((state !== 'zombie' && (await livingProcesses(clusterDir)).length === 0) || Date.now() > until) break
    await sleep(50)
  }
  for (const pid of await livingProcesses(clusterDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
  // PostgreSQL takes a reused pid or an unreaped zombie for a living server and would refuse to start for ever.
  await rm(path.join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Below the ephemeral port range, so that no outgoing connection takes the port during a restart. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
  throw new StartError('没有空闲的本机端口可供数据库使用')
}
