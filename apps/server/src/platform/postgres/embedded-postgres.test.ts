import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { Lab, query } from './testing/lab.ts'

const lab = new Lab()
afterAll(() => lab.close())

test.concurrent('a new folder gets a database that keeps its rows over a restart', async () => {
  const dataDir = await lab.folder()
  const lines: string[] = []
  const first = await lab.start(dataDir, { log: (line) => lines.push(line) })
  await query(first.url, 'create table t as select 1 as n')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()

  const second = await lab.start(dataDir, { log: (line) => lines.push(line) })

  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'select n from t')).toEqual([1])
  expect(lines).toEqual([expect.stringContaining('建立数据库')])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test.concurrent('text sorts by code point, times are UTC and only this machine is listened to', async () => {
  const { url, adminUrl, stop } = await lab.start(await lab.dataDir())

  expect(await query(url, `select x from unnest(array['b','B','一','a','é','z']) x order by x`)).toEqual([
    'B',
    'a',
    'b',
    'z',
    'é',
    '一',
  ])
  expect(await query(url, 'show timezone')).toEqual(['UTC'])
  expect(await query(url, 'show listen_addresses')).toEqual(['127.0.0.1'])
  expect(await query(adminUrl, 'show unix_socket_directories')).toEqual([''])
  expect(await query(url, 'select current_database()::text')).toEqual(['ruwu'])
  await expect(query(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  await stop()
})

test.concurrent('the product’s role owns its database and nothing of the machine', async () => {
  const { url, stop } = await lab.start(await lab.dataDir())

  expect(
    await query(url, 'select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = user'),
  ).toEqual([false])
  await query(url, 'create schema jobs create table t (n int)')
  for (const statement of [
    `select pg_read_file('ruwu.password')`,
    `copy (select 1) to program 'true'`,
    'alter role ruwu_product superuser',
    `alter system set log_statement = 'all'`,
  ])
    await expect(query(url, statement)).rejects.toThrow(/permission denied/)
  await stop()
})

test.concurrent('a database that an earlier release left to the superuser is handed over whole', async () => {
  const dataDir = await lab.dataDir()
  const before = await lab.start(dataDir)
  await query(before.adminUrl, OLD_RELEASE)
  await before.stop()

  const { url, stop } = await lab.start(dataDir)

  await query(url, CHANGE_ALL)
  expect(await query(url, 'select n from drizzle.t')).toEqual([1])
  await stop()
})

/** As the superuser: every kind of object that migrations and pg-boss make. */
const OLD_RELEASE = `alter database ruwu owner to ruwu;
  drop schema public;
  create schema public; create schema drizzle;
  create type drizzle.state as enum ('on');
  create table drizzle.t (id serial, no int generated always as identity, n int, state drizzle.state) partition by range (n);
  create table drizzle.part partition of drizzle.t for values from (0) to (9);
  insert into drizzle.t (n) values (1);
  create index t_n on drizzle.t (n);
  create sequence public.free;
  create view public.v as select n from drizzle.t;
  create function public."Odd name"(int) returns int language sql as 'select $1'`

const CHANGE_ALL = `alter type drizzle.state add value 'off';
  alter table drizzle.t add column more int; alter table drizzle.part set (fillfactor = 90);
  drop index drizzle.t_n; drop view public.v; drop sequence public.free; drop function public."Odd name"(int);
  drop schema public; create schema public`

test.concurrent('the password is readable by nobody else', async () => {
  const dataDir = await lab.dataDir()
  const { stop } = await lab.start(dataDir)

  expect((await stat(path.join(dataDir, 'postgres', 'ruwu.password'))).mode & 0o777).toBe(0o600)
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  await stop()
})

test.concurrent('what an initdb that was killed left behind is removed, what a living one builds is not', async () => {
  const dataDir = await lab.folder()
  const abandoned = 'postgres.init-4194303'
  const busy = `postgres.init-${process.ppid}`
  for (const name of [abandoned, busy]) await mkdir(path.join(dataDir, name, 'cluster'), { recursive: true })

  const { url, stop } = await lab.start(dataDir)

  expect(await query(url, 'select 1')).toEqual([1])
  expect(await readdir(dataDir)).toContain(busy)
  expect(await readdir(dataDir)).not.toContain(abandoned)
  await stop()
})

test.concurrent('a setting PostgreSQL refuses ends the start with the end of its log', async () => {
  const start = lab.start(await lab.dataDir(), { settings: { shared_buffers: 'plenty' } })

  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(/启动数据库失败.*\n.*invalid value for parameter "shared_buffers"/)
})

test.concurrent('a file where the folder should be is told in one sentence', async () => {
  const file = path.join(await lab.folder(), 'data')
  await writeFile(file, '')

  await expect(lab.start(file)).rejects.toThrow(`${file} 或它的上级不是目录`)
})

test.concurrent('a cluster of another PostgreSQL is left alone', async () => {
  const dataDir = await lab.folder()
  await mkdir(path.join(dataDir, 'postgres'))
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '14\n')

  await expect(lab.start(dataDir)).rejects.toThrow('由 PostgreSQL 14 建立')
})
