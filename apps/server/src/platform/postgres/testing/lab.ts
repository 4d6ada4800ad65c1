import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { inject, vi } from 'vitest'
import { stopPostmaster } from '../postmaster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from '../index.ts'
import { run } from '../run-as.ts'
import { SETTINGS } from './settings.ts'

const HOLDER = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))

/** Creates data folders and stops their servers and processes on close. */
export class Lab {
  private readonly folders: string[] = []
  private readonly children: ChildProcess[] = []

  async folder(): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'ruwu-pg-'))
    this.folders.push(folder)
    return folder
  }

  /** A data folder with a stopped cluster; copied, because initdb takes a second. */
  async dataDir(): Promise<string> {
    const dataDir = await this.folder()
    const copied = await run('cp', ['-a', path.join(await this.stoppedCluster(), 'postgres'), dataDir])
    if (copied.code !== 0) throw new Error(copied.output)
    return dataDir
  }

  /** Made by the first caller of all workers; the others wait for it. */
  private async stoppedCluster(): Promise<string> {
    const dataDir = inject('stoppedClusterDir')
    const isFirst = await mkdir(`${dataDir}.claimed`).then(
      () => true,
      () => false,
    )
    if (isFirst) {
      const { stop } = await this.start(`${dataDir}.partial`)
      await stop()
      await rename(`${dataDir}.partial`, dataDir)
    }
    await vi.waitUntil(() => existsSync(dataDir), { timeout: 30_000 })
    return dataDir
  }

  start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
    return startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS, ...options })
  }

  /** Starts another process on this folder: its pid, and its URL or error message (`said`). */
  async hold(dataDir: string): Promise<{ pid: number; said: string; kill(): Promise<void> }> {
    const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.children.push(child)
    const said = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).once('line', resolve)
    })
    const kill = async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done))
    }
    return { pid: child.pid ?? 0, said, kill }
  }

  async postmasterPid(dataDir: string): Promise<number> {
    return Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  }

  async close(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL')
    for (const folder of this.folders) {
      await stopPostmaster({ clusterDir: path.join(folder, 'postgres') })
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    // Several statements have several results.
    const results = [await client.query({ text, rowMode: 'array' })].flat()
    return results.at(-1)?.rows.flat() ?? []
  } finally {
    await client.end()
  }
}
