import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n', 1)[0]) || undefined
}

/** Ends the database process that a killed server has left running. */
export async function stopLeftoverDatabase(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; waited < 50; waited += 1) {
      process.kill(pid, 0)
      await sleep(100)
    }
  } catch {
    // It has ended.
  }
}

/** Kills every process of the database at once, as a power cut would. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) return
  for (const each of [pid, ...(await childrenOf(pid))]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((_, index) => parents[index] === parent)
}
