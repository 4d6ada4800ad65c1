import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^ruwu-\d{8}-\d{6}\.backup$/

/** Named by the time it is made, so that names sort by age. */
export const backupName = (now: Date): string =>
  `ruwu-${now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}.backup`

/** Deletes all but the newest backups of a folder that `backupName` has named; other files stay. Returns the deleted. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted((a, b) => (a < b ? -1 : 1))
  const old = names.slice(0, Math.max(0, names.length - count))
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}
