import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pack } from './pack.mjs'

/** A checkout with what a start has made in it, and data of this machine. */
function checkout() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ruwu-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (file: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), file)
  }
  writeFileSync(path.join(folder, '.gitignore'), 'node_modules/\n/data/\ndist/\n')
  for (const file of [
    'scripts/start.mjs',
    'docs/使用 手册.md',
    'node_modules/.stamp',
    'app/dist/index.js',
    'data/secret-key',
  ])
    write(file)
  symlinkSync('../scripts/start.mjs', path.join(folder, 'node_modules/start'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'all')
  return { folder, write }
}

test('a release holds the commit and what was installed and built, and no data of the machine', async () => {
  const { folder } = checkout()
  const [archive, unpacked] = [path.join(folder, 'data/release.tar.gz'), path.join(folder, 'data/unpacked')]

  await pack(folder, ['node_modules', 'app/dist'], archive)
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', archive, '-C', unpacked])

  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(unpacked, path.join(entry.parentPath, entry.name)))
  expect(files.toSorted()).toEqual([
    '.gitignore',
    'app/dist/index.js',
    'docs/使用 手册.md',
    'node_modules/.stamp',
    'node_modules/start',
    'scripts/start.mjs',
  ])
  expect(readlinkSync(path.join(unpacked, 'node_modules/start'))).toBe('../scripts/start.mjs')
  expect(readdirSync(path.dirname(archive)).toSorted()).toEqual(['release.tar.gz', 'secret-key', 'unpacked'])
})

test('what is not committed is not released', async () => {
  const { folder, write } = checkout()
  write('scripts/more.mjs')

  await expect(pack(folder, [], path.join(folder, 'data/release.tar.gz'))).rejects.toThrow('有尚未提交的改动')
})
