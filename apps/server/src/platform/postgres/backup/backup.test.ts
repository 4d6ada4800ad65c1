import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PgBoss } from 'pg-boss'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Lab, query } from '../testing/lab.ts'
import { ODD_ROWS, ODD_SCHEMA } from '../testing/odd-schema.ts'
import { TEST_RIGHTS } from '../testing/settings.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, finishInterruptedRestore } from './restore-backup.ts'
import { FilesRestore } from './restore-files.ts'
import { applyLater, type Migration } from './schema.ts'

const lab = new Lab()
let server = ''
let databases = 0
beforeAll(async () => {
  const { url, adminUrl } = await lab.start(await lab.dataDir())
  await query(adminUrl, TEST_RIGHTS)
  server = url
})
afterAll(() => lab.close())

async function emptyDatabase(): Promise<string> {
  const name = `test_${++databases}`
  await query(server, `create database ${name}`)
  return server.replace(/\/ruwu$/, `/${name}`)
}

async function filledDatabase(migrations: Migration[], rows: string): Promise<string> {
  const url = await emptyDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await applyLater(client, migrations)
  await client.query(rows)
  await client.end()
  return url
}

async function place(content: Record<string, string> = {}): Promise<string> {
  const dataDir = await lab.folder()
  for (const [name, text] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true })
    await writeFile(path.join(dataDir, name), text)
  }
  return dataDir
}

const restore = (url: string, dataDir: string, file: string, migrations: Migration[], isForced = false) =>
  restoreBackup({ openTarget: async () => ({ url, close: async () => {} }), dataDir, file, migrations, isForced })

async function backUp(migrations: Migration[], rows: string, files: Record<string, string> = {}): Promise<string> {
  const dataDir = await place(files)
  const file = path.join(dataDir, 'b', 'one.backup')
  await makeBackup({ url: await filledDatabase(migrations, rows), dataDir, file })
  return file
}

const neverOpened = () => Promise.reject(new Error('the target must not even be opened'))

const TABLES = ['parent', '"Odd Table"', 'a_child', 'empty_table', 'seeded', 'log', 'drizzle.__drizzle_migrations']
const contents = (url: string) =>
  Promise.all(TABLES.map((table) => query(url, `select t::text from ${table} t order by 1`)))
const nextNumbers = `select nextval('"Odd Table_id_seq"')::int, nextval('parent_id_seq')::int, nextval('log_id_seq')::int`

test('every value, file and sequence is restored as it was', async () => {
  const source = await filledDatabase([ODD_SCHEMA], ODD_ROWS)
  const dataDir = await place({ 'secret.key': 'the key', 'files/a/图.png': 'x'.repeat(3_000_000), 'files/b': '' })
  await writeFile(path.join(dataDir, 'files', 'half.part'), 'half')
  const file = path.join(dataDir, 'b', 'one.backup')
  const target = await emptyDatabase()
  const elsewhere = await place()

  const summary = await makeBackup({ url: source, dataDir, file })
  await restore(target, elsewhere, file, [ODD_SCHEMA])

  expect(summary).toMatchObject({ tables: 7, files: 2, hasKey: true })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await contents(target)).toEqual(await contents(source))
  expect(await query(target, nextNumbers)).toEqual(await query(source, nextNumbers))
  expect(await readFile(path.join(elsewhere, 'files/a/图.png'), 'utf8')).toBe('x'.repeat(3_000_000))
  expect(await readdir(path.join(elsewhere, 'files'))).toEqual(['a', 'b'])
  expect(await readFile(path.join(elsewhere, 'secret.key'), 'utf8')).toBe('the key')
  expect((await stat(path.join(elsewhere, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect((await readdir(elsewhere)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['files', 'secret.key'])
  await expect(query(target, 'insert into a_child values (99, 1)')).rejects.toThrow('foreign key')
  await query(target, `insert into parent (name) values ('t')`)
  expect(await query(target, 'select count(*)::int from log')).toEqual([5])
})

test('a backup taken during writes is a consistent snapshot', async () => {
  const accounts: Migration = {
    when: 1,
    hash: 'accounts',
    statements: [
      `create table account (id int primary key, amount int not null)`,
      `create table transfer (id int generated always as identity, amount int not null)`,
      `insert into account select n, 1000 from generate_series(1, 2000) n`,
    ],
  }
  const source = await filledDatabase([accounts], 'select 1')
  const dataDir = await place()
  const client = new Client({ connectionString: source })
  await client.connect()
  const writing = new AbortController()
  let transfers = 0
  const writer = (async () => {
    for (; !writing.signal.aborted; transfers++) {
      await client.query(`begin; update account set amount = amount - 1 where id = 1 + ${transfers % 1000};
        update account set amount = amount + 1 where id = 2000 - ${transfers % 1000};
        insert into transfer (amount) values (1); commit`)
    }
  })()
  const file = path.join(dataDir, 'one.backup')
  await makeBackup({ url: source, dataDir, file })
  writing.abort()
  await writer
  await client.end()
  const target = await emptyDatabase()

  await restore(target, await place(), file, [accounts])

  expect(transfers).toBeGreaterThan(3)
  expect(await query(target, 'select sum(amount)::int from account')).toEqual([2_000_000])
  const moved =
    'select (select sum(1000 - amount)::int from account where id <= 1000) - (select count(*)::int from transfer)'
  expect(await query(target, moved)).toEqual([0])
})

test('jobs that wait are not lost', async () => {
  const source = await filledDatabase([ODD_SCHEMA], 'select 1')
  const boss = new PgBoss({ connectionString: source, schedule: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('send')
  await boss.send('send', { text: '你好' })
  await boss.stop()
  const dataDir = await place()
  const target = await emptyDatabase()

  await makeBackup({ url: source, dataDir, file: path.join(dataDir, 'one.backup') })
  await restore(target, await place(), path.join(dataDir, 'one.backup'), [ODD_SCHEMA])

  const again = new PgBoss({ connectionString: target, schedule: false, supervise: false })
  again.on('error', () => {})
  await again.start()
  expect(await again.fetch('send')).toMatchObject([{ data: { text: '你好' } }])
  await again.stop()
})

test('a file that is not a whole backup is refused and nothing changes', async () => {
  const file = await backUp([ODD_SCHEMA], ODD_ROWS)
  const good = await readFile(file)
  const target = await emptyDatabase()
  const dataDir = await place()
  const attempt = async (bytes: Buffer) => {
    const bad = path.join(dataDir, 'bad.backup')
    await writeFile(bad, bytes)
    await restoreBackup({ openTarget: neverOpened, dataDir, file: bad, migrations: [ODD_SCHEMA], isForced: true })
  }
  const flipped = Buffer.from(good)
  flipped[Math.floor(good.length / 2)]! ^= 1

  await expect(attempt(flipped)).rejects.toThrow('备份文件已损坏或不完整')
  await expect(attempt(good.subarray(0, good.length - 20))).rejects.toThrow('备份文件已损坏或不完整')
  await expect(attempt(good.subarray(0, 14))).rejects.toThrow('备份文件已损坏或不完整')
  await expect(attempt(Buffer.from('PK something else'))).rejects.toThrow('不是如晤的备份文件')
  await expect(attempt(Buffer.from('RUWU-BACKUP 2\n'))).rejects.toThrow('格式来自其它版本')
  await expect(restore(target, dataDir, '/no/such.backup', [])).rejects.toThrow('没有找到备份文件')
  expect(await readdir(dataDir)).toEqual(['bad.backup'])
})

test('existing data is replaced only with --force', async () => {
  const file = await backUp([ODD_SCHEMA], ODD_ROWS, { 'secret.key': 'new', 'files/new': 'new' })
  const target = await filledDatabase([ODD_SCHEMA], `insert into seeded values ('old')`)
  const dataDir = await place({ 'secret.key': 'old', 'files/old': 'old' })

  await expect(restore(target, dataDir, file, [ODD_SCHEMA])).rejects.toThrow('--force')
  await expect(restore(target, await place(), file, [ODD_SCHEMA])).rejects.toThrow('--force')
  expect(await query(target, 'select name from seeded')).toContain('old')
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe('old')

  await restore(target, dataDir, file, [ODD_SCHEMA], true)
  expect(await query(target, 'select name from seeded')).toEqual(['by hand'])
  expect(await readdir(path.join(dataDir, 'files'))).toEqual(['new'])
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe('new')
  expect(await readdir(dataDir)).toHaveLength(2)
})

test('a restore that fails late leaves everything as it was', async () => {
  const orphan = `set session_replication_role = replica; insert into a_child values (77, 1)`
  const file = await backUp([ODD_SCHEMA], orphan, { 'secret.key': 'new', 'files/new': 'new' })
  const target = await filledDatabase([ODD_SCHEMA], `insert into seeded values ('old')`)
  const dataDir = await place({ 'secret.key': 'old', 'files/old': 'old' })

  await expect(restore(target, dataDir, file, [ODD_SCHEMA], true)).rejects.toThrow('foreign key')

  expect(await query(target, 'select name from seeded')).toContain('old')
  expect(await readdir(path.join(dataDir, 'files'))).toEqual(['old'])
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe('old')
  expect(await readdir(dataDir)).toHaveLength(2)
})

test('a backup of an older release is brought up to date, one of a newer is refused', async () => {
  const later: Migration = {
    when: 2000,
    hash: 'later',
    statements: [
      `alter table seeded rename to kept`,
      `alter table kept add column length int`,
      `update kept set length = length(name)`,
    ],
  }
  const file = await backUp([ODD_SCHEMA], ODD_ROWS)
  const target = await emptyDatabase()

  await restore(target, await place(), file, [ODD_SCHEMA, later])

  expect(await query(target, 'select name, length from kept')).toEqual(['by hand', 7])
  expect(await query(target, 'select hash from drizzle.__drizzle_migrations order by id')).toEqual(['odd', 'later'])
  const fresh = await emptyDatabase()
  await expect(restore(fresh, await place(), file, [])).rejects.toThrow('由更新的版本写入')
  await expect(restore(fresh, await place(), file, [later])).rejects.toThrow('不相符')
})

test('a restore killed around its commit is completed or undone by the next start', async () => {
  const url = await filledDatabase([ODD_SCHEMA], `comment on schema public is 'ruwu-restore committed'`)
  for (const [id, expected] of [
    ['committed', 'new'],
    ['not committed', 'old'],
  ] as const) {
    const dataDir = await place({ 'secret.key': 'old', 'files/old': 'old' })
    const killed = new FilesRestore(dataDir, id)
    await killed.begin(true, true)
    await killed.take({ header: { type: 'key' }, payload: Buffer.from('new') })
    await killed.take({ header: { type: 'file', path: 'new' }, payload: Buffer.alloc(0) })
    await killed.take({ header: { type: 'file-end' }, payload: Buffer.alloc(0) })
    await killed.swapIn()

    await finishInterruptedRestore(url, dataDir)

    expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe(expected)
    expect(await readdir(path.join(dataDir, 'files'))).toEqual([expected])
    expect(await readdir(dataDir)).toHaveLength(2)
  }
})

test('a database that is in use is not restored into', async () => {
  const file = await backUp([ODD_SCHEMA], ODD_ROWS)
  const target = await emptyDatabase()
  const user = new Client({ connectionString: target })
  await user.connect()

  await expect(restore(target, await place(), file, [ODD_SCHEMA], true)).rejects.toThrow('仍有 1 个其它连接')

  await user.end()
})

test('a backup never replaces another file', async () => {
  const file = await backUp([ODD_SCHEMA], ODD_ROWS)

  const again = makeBackup({ url: server, dataDir: await place(), file })

  await expect(again).rejects.toThrow(`文件已存在：${file}`)
  expect(await readdir(path.dirname(file))).toEqual(['one.backup'])
})
