import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { chooseDataDir, prepareDataDir } from './data-dir.ts'
import { explainIoError, explainOutput } from './explain.ts'
import { makeFolder } from './make-folder.ts'
import { chooseRunAs, isRoot } from './run-as.ts'
import { StartError } from '../start-error.ts'
import { Lab, query } from './testing/lab.ts'

const lab = new Lab()
afterAll(() => lab.close())

test('the data lies in the checkout unless another place is asked for', async () => {
  const repoRoot = await lab.folder()
  await chmod(repoRoot, 0o755)

  expect(await chooseDataDir({ repoRoot })).toEqual({ dataDir: path.join(repoRoot, 'data') })
  expect(await chooseDataDir({ repoRoot, requested: '/srv/ruwu' })).toEqual({ dataDir: '/srv/ruwu' })
})

test('a folder is created with its parents, also concurrently, and the write check leaves nothing in it', async () => {
  const folder = path.join(await lab.folder(), 'a', 'b', 'c')

  await Promise.all([1, 2, 3].map(() => makeFolder(folder, 0o700)))

  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['/proc/ruwu', '/proc/ruwu 无法建立或写入，请用 DATA_DIR 指定别处'],
  ['/proc/1/deep/below', '/proc/1/deep/below 无法建立或写入，请用 DATA_DIR 指定别处'],
  ['/proc', '/proc 无法建立或写入，请用 DATA_DIR 指定别处'],
  ['/dev/null/ruwu', '/dev/null/ruwu 或它的上级不是目录，请用 DATA_DIR 指定别处'],
  ['/dev/null', '/dev/null 或它的上级不是目录，请用 DATA_DIR 指定别处'],
])('nothing can be kept at %s, which is said at once', async (folder, sentence) => {
  await expect(makeFolder(folder, 0o700)).rejects.toEqual(new StartError(sentence))
})

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('a data folder lets nobody else in, and what an earlier release left open is closed', async () => {
  const folder = await lab.folder()
  const old = path.join(folder, 'old')
  await mkdir(path.join(old, 'files', 'attachment'), { recursive: true })
  for (const file of ['simulator.json', 'files/attachment/a'])
    await writeFile(path.join(old, file), '', { mode: 0o644 })
  await chmod(old, 0o711)

  for (const dataDir of [old, path.join(folder, 'new')]) {
    await prepareDataDir(dataDir, undefined)
    expect(await modeOf(dataDir)).toBe('700')
  }

  const left = ['files', 'files/attachment', 'files/attachment/a', 'simulator.json']
  expect(await Promise.all(left.map((file) => modeOf(path.join(old, file))))).toEqual(['700', '700', '600', '600'])
})

test('the write checks of other nodes that start on the folder come and go while it is closed', async () => {
  const folder = await lab.folder()
  await chmod(folder, 0o711)
  const over = new AbortController()
  const start = async () => {
    while (!over.signal.aborted) await makeFolder(folder, 0o711)
  }
  const others = Array.from({ length: 8 }, start)

  try {
    for (let n = 0; n < 50; n += 1) {
      await chmod(folder, 0o711)
      await prepareDataDir(folder, undefined)
    }
  } finally {
    over.abort()
    await Promise.all(others)
  }

  expect(await modeOf(folder)).toBe('700')
})

test('a data folder reached through a symbolic link is the same folder', async () => {
  const real = await lab.dataDir()
  const first = await lab.start(real)
  await query(first.url, 'create table t as select 1 as n')
  await first.stop()
  const link = `${real}-link`
  await symlink(real, link)

  const second = await lab.start(link)

  expect(await query(second.url, 'select n from t')).toEqual([1])
  await second.stop()
  await rm(link)
})

test.each([
  ['ENOSPC', '磁盘空间不足'],
  ['EACCES', '没有权限'],
  ['EROFS', '只读'],
])('the file system error %s is told as one sentence', (code, words) => {
  const told = explainIoError(Object.assign(new Error(code), { code }), '/data')
  expect((told as Error).message).toContain(words)
})

test.each([
  ['initdb: error: could not write to file: No space left on device', '磁盘空间不足，建立数据库失败（/data）'],
  ['FATAL:  could not open file "global/pg_control": Permission denied', '没有权限，建立数据库失败（/data）'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', '内存不足，建立数据库失败'],
  ['something else', '建立数据库失败（/data），日志的最后几行：'],
])('what PostgreSQL says (%s) is told as one sentence above its words', (output, sentence) => {
  expect(explainOutput('建立数据库', output, '/data').message).toBe(`${sentence}\n${output}`)
})

// Only root needs another user for the database, so only there can modes keep it out.
describe.runIf(isRoot())('as root', () => {
  test('a checkout that an ordinary user cannot enter keeps its data elsewhere, and that choice stays', async () => {
    const repoRoot = await lab.folder()
    const sharedDir = path.join(await lab.folder(), 'shared')
    const chosen = await chooseDataDir({ repoRoot, sharedDir })
    expect(chosen).toEqual({ dataDir: sharedDir, reason: expect.stringContaining(sharedDir) as string })

    await chmod(repoRoot, 0o755)

    expect(await chooseDataDir({ repoRoot, sharedDir })).toEqual(chosen)
  })

  test('data already in the checkout stays there', async () => {
    const repoRoot = await lab.folder()
    await mkdir(path.join(repoRoot, 'data', 'postgres'), { recursive: true })

    expect(await chooseDataDir({ repoRoot })).toEqual({ dataDir: path.join(repoRoot, 'data') })
  })

  test('a folder below one the database user cannot enter is refused with the way out', async () => {
    const dataDir = path.join(await lab.folder(), 'inner')

    await expect(lab.start(dataDir)).rejects.toThrow(/进不去.*请用 DATA_DIR 指定别处/)
  })

  test('binaries out of reach are copied once and renewed with the package', async () => {
    const dataDir = await lab.folder()
    await chmod(dataDir, 0o711)
    const source = path.join(await lab.folder(), 'package')
    await mkdir(path.join(source, 'native', 'bin'), { recursive: true })
    await writeFile(path.join(source, 'package.json'), JSON.stringify({ version: '18.4.0' }))
    await writeFile(path.join(source, 'native', 'bin', 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n')
    await chmod(path.join(source, 'native', 'bin', 'postgres'), 0o755)
    const runAs = await chooseRunAs(path.join(dataDir, 'postgres'))
    await mkdir(path.join(dataDir, 'bin', '17.0.0'), { recursive: true })

    const first = await findBinaries(dataDir, runAs, source)
    const second = await findBinaries(dataDir, runAs, source)

    expect(first.postgres.startsWith(path.join(dataDir, 'bin'))).toBe(true)
    expect(second).toEqual(first)
    expect(await readdir(path.join(dataDir, 'bin'))).toEqual(['18.4.0'])

    await writeFile(path.join(source, 'package.json'), JSON.stringify({ version: '99.0.0' }))
    await findBinaries(dataDir, runAs, source)
    expect(await readdir(path.join(dataDir, 'bin'))).toEqual(['99.0.0'])
  })

  test('of other users only the database’s gets into the data folder', async () => {
    const folder = await lab.folder()
    await chmod(folder, 0o711)
    const dataDir = path.join(folder, 'inner')

    await prepareDataDir(dataDir, { uid: 65534, gid: 65534 })

    expect([await modeOf(dataDir), (await stat(dataDir)).gid]).toEqual(['710', 65534])
  })

  test('a cluster made by an ordinary user is run as that user', async () => {
    const dataDir = await lab.folder()
    await mkdir(path.join(dataDir, 'postgres'))
    await chown(path.join(dataDir, 'postgres'), 65534, 65534)
    expect(await chooseRunAs(path.join(dataDir, 'postgres'))).toEqual({ uid: 65534, gid: 65534 })
  })
})
