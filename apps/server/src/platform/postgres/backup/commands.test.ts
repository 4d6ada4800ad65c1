import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '../../../testing/fresh-database.ts'
import { Lab, query } from '../testing/lab.ts'
import { keepNewest } from './keep-newest.ts'

const lab = new Lab()
afterAll(() => lab.close())

/** The command in a process of its own, as npm starts it; answers what it prints. */
async function command(name: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const file = fileURLToPath(new URL(`${name}-command.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env: { ...process.env, ...env } })
  return stdout
}

test('the product is backed up by a command, tried, and restored elsewhere with files and key', async () => {
  const source = await freshDatabase()
  const target = new URL(inject('postgresUrl'))
  target.pathname = '/test_restored'
  await query(inject('postgresUrl'), 'create database test_restored')
  await query(source.url, `insert into enterprise (id, name, created_at) values (gen_random_uuid(), '青山木业', now())`)
  const [dataDir, elsewhere] = [await lab.folder(), await lab.folder()]
  await mkdir(path.join(dataDir, 'files'))
  await writeFile(path.join(dataDir, 'files', 'picture'), 'bytes')
  await writeFile(path.join(dataDir, 'secret.key'), 'a key')
  const from = { DATABASE_URL: source.url, DATA_DIR: dataDir }

  expect(await command('backup', from, '--keep', '2')).toMatch(/^已备份 \d+ 张表共 \d+ 行、1 个文件/)
  const [name = ''] = await readdir(path.join(dataDir, 'backups'))
  const file = path.join(dataDir, 'backups', name)
  expect(await command('restore', from, file, '--try')).toMatch(
    /^试恢复成功：.* 张表共 \d+ 行、1 个文件；没有改动任何数据/,
  )
  const to = { DATABASE_URL: target.href, DATA_DIR: elsewhere }
  expect(await command('restore', to, file)).toContain('已恢复')

  expect(await query(target.href, 'select name from enterprise')).toEqual(['青山木业'])
  expect(await readFile(path.join(elsewhere, 'files', 'picture'), 'utf8')).toBe('bytes')
  expect(await readFile(path.join(elsewhere, 'secret.key'), 'utf8')).toBe('a key')
  await source.drop()
})

test('only the newest backups are kept, and nothing else is deleted', async () => {
  const folder = await lab.folder()
  const names = ['ruwu-20260101-000000.backup', 'ruwu-20260102-000000.backup', 'ruwu-20260103-000000.backup']
  for (const name of [...names, 'by-hand.backup', 'ruwu-20250101-000000.backup.part'])
    await writeFile(path.join(folder, name), '')

  expect(await keepNewest(folder, 2)).toEqual([names[0]])
  expect(new Set(await readdir(folder))).toEqual(
    new Set([names[1], names[2], 'by-hand.backup', 'ruwu-20250101-000000.backup.part']),
  )
})
