import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Fields of /proc/PID/stat behind the program's name, which may hold spaces. Undefined for a process that has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && Number(statOf(each)?.[1]) === pid)

/** Time on a processor, of the process and of its children, those that have ended included. */
export function busyMs(pid: number): number {
  const ticks = [pid, ...childrenOf(pid)].map((each, index) => {
    const fields = statOf(each)
    // utime, stime; of the parent also cutime and cstime, of children it has waited for.
    return (fields?.slice(11, index === 0 ? 15 : 13) ?? []).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
}
