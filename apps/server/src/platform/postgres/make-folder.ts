import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { explainIoError } from './explain.ts'

/** Makes a folder with those above it, and sees that something can be put there. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await make(folder, mode)
    await rmdir(await mkdtemp(path.join(folder, '.check-')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new StartError(`${folder} 无法建立或写入，请用 DATA_DIR 指定别处`)
    throw explainIoError(error, folder)
  }
}

/** Step by step: below /proc, where nothing can be made, Node's `recursive` goes round for ever. */
async function make(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (codeOf(error) !== 'ENOENT') throw error
    await make(path.dirname(folder), mode)
    // Whoever else makes it at the same time has made it.
    await mkdir(folder, { mode }).catch((again: unknown) => {
      if (codeOf(again) !== 'EEXIST') throw again
    })
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
