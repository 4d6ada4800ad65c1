import { readFile, readdir, readlink } from 'node:fs/promises'
import path from 'node:path'
import { run } from './run-as.ts'

type ProcessState = 'running' | 'zombie' | 'gone'

const isLinux = process.platform === 'linux'

export async function stateOf(pid: number): Promise<ProcessState> {
  if (!Number.isInteger(pid) || pid <= 0) return 'gone'
  if (isLinux) {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (!line) return 'gone'
    // The name in parentheses may itself contain blanks and parentheses.
    const state = line.slice(line.lastIndexOf(')') + 2, line.lastIndexOf(')') + 3)
    return state === 'Z' || state === 'X' ? 'zombie' : 'running'
  }
  try {
    process.kill(pid, 0)
    return 'running'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : 'gone'
  }
}

/** Whether a process belongs to this cluster: every PostgreSQL process has the data folder as working directory. */
async function worksIn(pid: number, clusterDir: string): Promise<boolean> {
  if (isLinux) return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === clusterDir
  return (await run('ps', ['-o', 'command=', '-p', String(pid)])).output.includes(clusterDir)
}

export type PidFile = { pid: number; port: number }

export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return text ? { pid: Math.abs(Number(lines[0])), port: Number(lines[3]) } : undefined
}

/** `foreign`: the pid of a stale pid file now belongs to another program. */
export async function stateOfPostmaster(pid: number, clusterDir: string): Promise<ProcessState | 'foreign'> {
  const state = await stateOf(pid)
  if (state !== 'running' || (await worksIn(pid, clusterDir))) return state
  return (await stateOf(pid)) === 'running' ? 'foreign' : 'gone'
}

/** Living processes of this cluster, the postmaster included. */
export async function livingProcesses(clusterDir: string): Promise<number[]> {
  if (!isLinux) return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, clusterDir)) ? pid : 0)))
  const alive: number[] = []
  for (const pid of found) if (pid && (await stateOf(pid)) === 'running') alive.push(pid)
  return alive
}
