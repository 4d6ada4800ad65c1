import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Pool } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { stateOf } from './process-state.ts'
import { readServerLog } from './server-log.ts'
import { Lab, query } from './testing/lab.ts'

/** `expect.poll` does not work within concurrent tests. */
const WAITING = { timeout: 60_000 }

const lab = new Lab()
afterAll(() => lab.close())

/** Its server may be taken away at any moment, also while a connection is just saying goodbye. */
function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

test.concurrent('a server that outlived its killed process is adopted with all acknowledged rows', async () => {
  const dataDir = await lab.dataDir()
  const holder = await lab.hold(dataDir)
  await query(holder.said, 'create table t as select generate_series(1, 1000) as n')
  await holder.kill()

  const next = await lab.start(dataDir)

  expect(next).toMatchObject({ adopted: true, url: holder.said })
  expect(await query(next.url, 'select count(*)::int from t')).toEqual([1000])
  await next.stop()
  await expect(query(next.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test.concurrent('an orphan with other settings than ours is restarted', async () => {
  const dataDir = await lab.dataDir()
  const holder = await lab.hold(dataDir)
  await holder.kill()

  const next = await lab.start(dataDir, { settings: { fsync: 'off', shared_buffers: '32MB' } })

  expect(next.adopted).toBe(false)
  expect(await query(next.url, 'show shared_buffers')).toEqual(['32MB'])
  await next.stop()
})

test.concurrent('a second process on the folder is told who holds it and changes nothing', async () => {
  const dataDir = await lab.dataDir()
  const holder = await lab.hold(dataDir)

  const second = lab.start(dataDir)

  await expect(second).rejects.toThrow(`数据目录正被另一个如晤进程（PID ${holder.pid}）使用：${dataDir}`)
  expect(await query(holder.said, 'select 1')).toEqual([1])
})

test.concurrent('of two processes that start together on a new folder exactly one gets it', async () => {
  const dataDir = await lab.folder()

  const said = (await Promise.all([lab.hold(dataDir), lab.hold(dataDir)])).map((holder) => holder.said)

  expect(said).toContainEqual(expect.stringMatching(/^postgres:/))
  expect(said).toContainEqual(expect.stringContaining('正被另一个如晤进程'))
})

test.concurrent('a server killed under us comes back at the same address and pools go on', async () => {
  const dataDir = await lab.dataDir()
  const lines: string[] = []
  const { url, stop } = await lab.start(dataDir, { log: (line) => lines.push(line) })
  const pool = poolOf(url)
  await pool.query('create table t as select 1 as n')

  process.kill(await lab.postmasterPid(dataDir), 'SIGKILL')

  await expect.poll(async () => (await pool.query('select n from t')).rows).toEqual([{ n: 1 }])
  await expect.poll(() => lines).toContain('数据库意外退出，已重新启动')
  await pool.end()
  await stop()
})

test.concurrent('process and server killed together: the next start recovers', async () => {
  const dataDir = await lab.dataDir()
  const holder = await lab.hold(dataDir)
  await query(holder.said, 'create table t as select 1 as n')
  process.kill(await lab.postmasterPid(dataDir), 'SIGKILL')
  await holder.kill()

  const next = await lab.start(dataDir)

  expect(next.adopted).toBe(false)
  expect(await query(next.url, 'select n from t')).toEqual([1])
  await next.stop()
})

test.concurrent('a lock file that another process is just writing is no failure', async () => {
  const dataDir = await lab.dataDir()
  const lockFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  await writeFile(lockFile, '')

  const start = lab.start(dataDir)
  await vi.waitFor(async () => expect(await readServerLog(dataDir, 0)).toContain('is empty'), WAITING)
  await rm(lockFile)

  const { url, stop } = await start
  expect(await query(url, 'select 1')).toEqual([1])
  await stop()
})

test.concurrent('a pid file whose number now belongs to somebody else is not believed', async () => {
  const dataDir = await lab.dataDir()
  await (await lab.start(dataDir)).stop()
  const stranger = spawn('sleep', ['60'])
  const stale = [stranger.pid, path.join(dataDir, 'postgres'), 1700000000, 5432, '', '127.0.0.1', '  1 2', 'ready']
  await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), stale.join('\n'))

  const { url, adopted, stop } = await lab.start(dataDir)

  expect(adopted).toBe(false)
  expect(await query(url, 'select 1')).toEqual([1])
  expect(await stateOf(stranger.pid ?? 0)).toBe('running')
  stranger.kill()
  await stop()
})

test.concurrent('ownership lost with its connection is taken again', async () => {
  const dataDir = await lab.dataDir()
  const lines: string[] = []
  const { adminUrl, stop } = await lab.start(dataDir, { log: (line) => lines.push(line) })

  await query(
    adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ruwu-owner%'`,
  )

  await vi.waitFor(() => expect(lines).toContain('与数据库的连接曾中断，已恢复'), WAITING)
  expect((await lab.hold(dataDir)).said).toContain('正被另一个如晤进程')
  await stop()
})

test.concurrent('when another process took the folder meanwhile, we are told to end', async () => {
  const dataDir = await lab.dataDir()
  const onLost = vi.fn<(error: Error) => void>()
  const { adminUrl, stop } = await lab.start(dataDir, { onLost })
  const rival = poolOf(adminUrl.replace(/\/ruwu$/, '/postgres'))
  const [{ objid } = { objid: 0 }] = (await rival.query(`select objid from pg_locks where locktype = 'advisory'`)).rows
  const waiting = rival.query(`select pg_advisory_lock(${objid})`)

  await query(
    adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ruwu-owner%'`,
  )

  await waiting
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), WAITING)
  await rival.end()
  await stop()
})
