import { open, mkdir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { SECRET_KEY_FILE } from '../../secret-key.ts'
import { StartError } from '../../start-error.ts'
import { explainIoError } from '../explain.ts'
import type { Frame } from './frames.ts'
import { ignoreMissing, listFiles } from './make-backup.ts'

const NOTE = 'note.json'
const NAMES = ['files', SECRET_KEY_FILE]
const exists = async (file: string) => (await stat(file).catch(ignoreMissing)) !== undefined

/** Stages files and key beside the current ones and swaps them in by renames; the old ones are kept until the commit is known. */
export class FilesRestore {
  private readonly dataDir: string
  private readonly staging: string
  private readonly replaced: string
  private current: FileHandle | undefined

  private readonly restoreId: string

  constructor(dataDir: string, restoreId = '') {
    this.dataDir = dataDir
    this.restoreId = restoreId
    this.staging = path.join(dataDir, 'restore-new')
    this.replaced = path.join(dataDir, 'restore-old')
  }

  async begin(isForced: boolean, hasFiles: boolean): Promise<void> {
    const files = await listFiles(path.join(this.dataDir, 'files'))
    const hasOld = (files?.length ?? 0) > 0 || (await exists(path.join(this.dataDir, SECRET_KEY_FILE)))
    if (hasOld && !isForced) throw new StartError(`${this.dataDir} 里已有文件或密钥，确要覆盖请加 --force`)
    await rm(this.staging, { recursive: true, force: true, maxRetries: 5 })
    await mkdir(hasFiles ? path.join(this.staging, 'files') : this.staging, { recursive: true, mode: 0o700 })
  }

  async take({ header, payload }: Frame): Promise<void> {
    try {
      if (header.type === 'key') await this.keep(SECRET_KEY_FILE, payload)
      if (header.type === 'file') this.current = await this.create(header.path)
      if (header.type === 'bytes') await this.current?.writeFile(payload)
      if (header.type === 'file-end') await this.endFile()
    } catch (error) {
      throw explainIoError(error, this.staging)
    }
  }

  private keep(name: string, content: Buffer): Promise<void> {
    return writeFile(path.join(this.staging, name), content, { mode: 0o600, flush: true })
  }

  private async endFile(): Promise<void> {
    await this.current?.sync()
    await this.current?.close()
    this.current = undefined
  }

  private async create(name: string): Promise<FileHandle> {
    const folder = path.join(this.staging, 'files')
    const target = path.resolve(folder, name)
    if (!target.startsWith(folder + path.sep)) throw new StartError(`备份里的文件名不安全：${name}`)
    await mkdir(path.dirname(target), { recursive: true })
    return open(target, 'wx')
  }

  /** Replaces what the backup holds; files or a key it does not hold stay. */
  async swapIn(): Promise<void> {
    await mkdir(this.replaced, { recursive: true, mode: 0o700 })
    const names: string[] = []
    for (const name of NAMES) if (await exists(path.join(this.staging, name))) names.push(name)
    await writeFile(path.join(this.replaced, NOTE), JSON.stringify({ id: this.restoreId, names }), { flush: true })
    for (const name of names) {
      const place = path.join(this.dataDir, name)
      if (await exists(place)) await rename(place, path.join(this.replaced, name))
      await rename(path.join(this.staging, name), place)
    }
  }

  /** Completes an interrupted swap: forward if the database transaction was committed, back if not. */
  async finishInterrupted(committedId: string | undefined): Promise<void> {
    const text = await readFile(path.join(this.replaced, NOTE), 'utf8').catch(ignoreMissing)
    const note = text ? (JSON.parse(text) as { id: string; names: string[] }) : undefined
    for (const name of note?.names ?? []) {
      const [place, staged, old] = [this.dataDir, this.staging, this.replaced].map((folder) => path.join(folder, name))
      if (!place || !staged || !old) continue
      if (note?.id === committedId) {
        if (await exists(staged)) await replace(staged, place)
      } else if (await exists(old)) await replace(old, place)
      else if (!(await exists(staged))) await rm(place, { recursive: true, force: true, maxRetries: 5 })
    }
    await rm(this.replaced, { recursive: true, force: true, maxRetries: 5 })
    await rm(this.staging, { recursive: true, force: true, maxRetries: 5 })
  }

  async close(): Promise<void> {
    await this.current?.close()
  }
}

async function replace(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true, maxRetries: 5 })
  await rename(from, to)
}
