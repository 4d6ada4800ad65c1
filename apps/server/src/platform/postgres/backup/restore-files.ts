import { open, mkdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { SECRET_KEY_FILE } from '../../secret-key.ts'
import { StartError } from '../../start-error.ts'
import { explainIoError } from '../explain.ts'
import type { Frame } from './frames.ts'
import { ignoreMissing, listFiles } from './make-backup.ts'

const NAMES = ['files', SECRET_KEY_FILE]
const exists = async (file: string) => (await stat(file).catch(ignoreMissing)) !== undefined

/** Lays files and key beside the present ones, and swaps them in with renames; the old ones wait until the end. */
export class FilesRestore {
  private readonly dataDir: string
  private readonly staging: string
  private readonly aside: string
  private current: FileHandle | undefined
  private swapped: string[] = []

  constructor(dataDir: string) {
    this.dataDir = dataDir
    this.staging = path.join(dataDir, 'restore-new')
    this.aside = path.join(dataDir, 'restore-old')
  }

  async begin(isForced: boolean, hasFiles: boolean): Promise<void> {
    await this.putBack()
    const files = await listFiles(path.join(this.dataDir, 'files'))
    const hasOld = (files?.length ?? 0) > 0 || (await exists(path.join(this.dataDir, SECRET_KEY_FILE)))
    if (hasOld && !isForced) throw new StartError(`${this.dataDir} 里已有文件或密钥，确要覆盖请加 --force`)
    await rm(this.staging, { recursive: true, force: true })
    await mkdir(hasFiles ? path.join(this.staging, 'files') : this.staging, { recursive: true, mode: 0o700 })
  }

  async take({ header, payload }: Frame): Promise<void> {
    try {
      switch (header.type) {
        case 'key':
          return await writeFile(path.join(this.staging, SECRET_KEY_FILE), payload, { mode: 0o600, flush: true })
        case 'file':
          this.current = await this.create(header.path)
          return
        case 'bytes':
          await this.current?.writeFile(payload)
          return
        case 'file-end':
          await this.current?.sync()
          await this.current?.close()
          this.current = undefined
          return
        default:
      }
    } catch (error) {
      throw explainIoError(error, this.staging)
    }
  }

  private async create(name: string): Promise<FileHandle> {
    const folder = path.join(this.staging, 'files')
    const target = path.resolve(folder, name)
    if (!target.startsWith(folder + path.sep)) throw new StartError(`备份里的文件名不安全：${name}`)
    await mkdir(path.dirname(target), { recursive: true })
    return open(target, 'wx')
  }

  /** What the backup has replaces what is there; what it does not have stays. */
  async swapIn(): Promise<void> {
    await mkdir(this.aside, { recursive: true, mode: 0o700 })
    for (const name of NAMES) {
      if (!(await exists(path.join(this.staging, name)))) continue
      const place = path.join(this.dataDir, name)
      if (await exists(place)) await rename(place, path.join(this.aside, name))
      await rename(path.join(this.staging, name), place)
      this.swapped.push(name)
    }
  }

  /** Undoes `swapIn`, also that of a restore that was killed in between. */
  async putBack(): Promise<void> {
    for (const name of this.swapped.splice(0)) await rm(path.join(this.dataDir, name), { recursive: true, force: true })
    for (const name of NAMES) {
      if (!(await exists(path.join(this.aside, name)))) continue
      await rm(path.join(this.dataDir, name), { recursive: true, force: true })
      await rename(path.join(this.aside, name), path.join(this.dataDir, name))
    }
    await rm(this.aside, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.current?.close()
    await rm(this.staging, { recursive: true, force: true })
  }

  async forgetOld(): Promise<void> {
    this.swapped = []
    await rm(this.aside, { recursive: true, force: true })
  }
}
