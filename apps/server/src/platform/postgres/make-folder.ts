import { chmod, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { explainIoError } from './explain.ts'

/** Creates a folder and its parents with this mode, whatever the umask, and checks that it is writable. */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await make(folder, mode)
    await rmdir(await mkdtemp(path.join(folder, '.check-')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new StartError(`${folder} 无法建立或写入，请用 DATA_DIR 指定别处`)
    throw explainIoError(error, folder)
  }
}

/** Recursive by hand: Node's `recursive: true` loops forever below /proc. */
async function make(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (codeOf(error) !== 'ENOENT') throw error
    await make(path.dirname(folder), mode)
    // A concurrent start may have created it.
    await mkdir(folder).catch((again: unknown) => {
      if (codeOf(again) !== 'EEXIST') throw again
    })
  }
  await chmod(folder, mode)
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
