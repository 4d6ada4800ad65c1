import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { IDENTITY } from '@ruwu/server/testing/ordinary-postgres.ts'
import { childrenOf } from './process-times.ts'

const run = promisify(execFile)

/**
 * No file of a server grows beyond `bytes`, as on a full disk: statements that need more room fail. Needs no rights and no disk of its
 * own. The server's log must have smaller files (`initdb --wal-segsize`), because without its log it stops.
 */
export async function fillDisk(pid: number, bytes: number): Promise<() => Promise<void>> {
  await limit(pid, String(bytes))
  return () => limit(pid, 'unlimited')
}

/** Of the server and its connections; later ones take it over. */
async function limit(pid: number, bytes: string): Promise<void> {
  for (const each of [pid, ...childrenOf(pid)])
    await run('prlimit', ['--pid', String(each), `--fsize=${bytes}:`], IDENTITY).catch((error: unknown) => {
      if (each === pid) throw error
    })
}
