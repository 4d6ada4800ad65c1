import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportApi } from '@ruwu/contract'
import { EXPORT_DAYS, EXPORT_ROWS_MAX } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { exportTypes } from '../../compose/exports.ts'
import { enterprise, event, exportJob } from '../../db/schema/index.ts'
import type { ExportType } from '../../platform/export-type.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { world, type World } from '../../testing/world.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { cancelExports } from './export-end.ts'
import { createExportWorker, removeExpired } from './export-worker.ts'
import { claimExport, endExport, expireAll, type ExportRow, LEASE_MS, renewExport } from './export.repo.ts'

const DAY_MS = 86_400_000

let here: World
let root: string
let storage: Storage

beforeEach(async () => {
  here = await world()
  root = await mkdtemp(path.join(tmpdir(), 'ruwu-export-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  storage = diskStorage(root)
})

const worker = (change: Partial<ExportType<never>> = {}, store = storage) => {
  const types = exportTypes({ ...here, lists: here.reception.lists, statistics: here.reception.statistics })
  return createExportWorker({
    db: here.db,
    clock: here.clock,
    storage: store,
    log: here.app.log,
    types: { ...types, audit: { ...types.audit, ...change } },
    findCaller: findCallerOfAgent,
  })
}

const create = (person = here.zhao) =>
  person.call(exportApi.create, { body: { type: 'audit', filters: {}, format: 'csv' } })
const claim = async () => (await claimExport(here.db.sql, here.clock.now())) as ExportRow
const ends = () => here.db.sql.select({ payload: event.payload }).from(event).where(eq(event.type, 'export_done'))
const item = async () => (await here.zhao.call(exportApi.list, { body: {} })).items[0]
const files = async () => (await readdir(root, { recursive: true, withFileTypes: true })).filter((it) => it.isFile())

/** Something happens while the file is uploaded. */
const during = (act: () => Promise<void>): Storage => ({
  ...storage,
  async put(...file) {
    await act()
    await storage.put(...file)
  },
})

/** A list with these rows. */
const withRows = (batches: () => AsyncIterable<string[][]>): Pick<ExportType<never>, 'chunks'> => ({
  async *chunks(_source, _request, watch) {
    for await (const rows of watch(batches())) yield Buffer.from(rows.join('\n'))
  },
})

async function* endless() {
  while (true) yield Array.from({ length: 50_000 }, () => ['x'])
}

test('more than 200,000 rows are refused, counted or met while reading', async () => {
  await create()
  await worker({ count: async () => EXPORT_ROWS_MAX + 1 }).run()
  expect(await item()).toMatchObject({ status: 'failed', error: '数据超过 20 万行，请缩小范围' })

  await here.zhao.call(exportApi.retry, { body: { exportId: (await item())!.exportId } })
  await worker({ count: async () => 10, ...withRows(endless) }).run()

  expect(await item()).toMatchObject({ status: 'failed', error: '数据超过 20 万行，请缩小范围' })
  expect(await files()).toEqual([])
})

test('two workers never run one export', async () => {
  await create()

  expect((await Promise.all([worker().run(), worker().run(), worker().run()])).filter(Boolean)).toHaveLength(1)

  expect(await item()).toMatchObject({ status: 'done' })
  expect(await files()).toHaveLength(1)
})

test('an export of a dead process is run again after its lease; the dead run writes nothing any more', async () => {
  const { db, clock } = here
  await create()
  const dead = await claim()
  await storage.put(`export/${dead.entId}/${dead.id}-1`, Buffer.from('half'), 4, 'text/csv')
  expect(await worker().run()).toBe(false)

  clock.advance(LEASE_MS)
  expect(await worker().run()).toBe(true)

  expect(await item()).toMatchObject({ status: 'done' })
  expect((await files()).map(({ name }) => name)).toEqual([`${dead.id}-2`])
  expect(await renewExport(db.sql, dead, { rows: 1, total: 1 }, clock.now())).toBe(false)
  expect(await endExport(db.sql, dead, { status: 'failed', error: 'late' }, clock.now())).toBe(false)
})

test('a run that was taken over stops and leaves no file', async () => {
  const { db, clock } = here
  await create()
  const other = worker()
  async function* slow() {
    yield [['x']]
    clock.advance(LEASE_MS)
    await other.run()
    yield [['y']]
  }
  await worker(withRows(slow)).run()

  expect(await item()).toMatchObject({ status: 'done', rows: 1 })
  expect((await files()).map(({ name }) => name.slice(-2))).toEqual(['-2'])
  expect(await claimExport(db.sql, clock.now())).toBeUndefined()
})

test('a failing run is repeated, and after three tries the export has failed', async () => {
  await create()
  const broken = worker({ count: () => Promise.reject(new Error('connection lost')) })
  for (let tries = 1; tries <= 3; tries += 1) {
    expect(await broken.run()).toBe(true)
    expect(await item()).toMatchObject({ status: 'waiting' })
    expect(await broken.run()).toBe(false)
    here.clock.advance(5_000)
  }
  await broken.run()
  expect(await item()).toMatchObject({ status: 'failed', error: '导出多次中断，请稍后重试' })

  await here.zhao.call(exportApi.retry, { body: { exportId: (await item())!.exportId } })
  await worker().run()
  expect(await item()).toMatchObject({ status: 'done' })
})

test('when the process stops, a running export waits for the next one', async () => {
  await create()
  const stopping: ReturnType<typeof worker> = worker(
    withRows(async function* () {
      stopping.stop()
      yield [['x']]
    }),
  )
  await stopping.run()
  expect(await item()).toMatchObject({ status: 'waiting' })
  expect(await stopping.run()).toBe(false)
  expect(await files()).toEqual([])

  await worker().run()
  expect(await item()).toMatchObject({ status: 'done' })
})

// R170
test('of a suspended enterprise exports wait, also those that are running', async () => {
  const { db, clock, zhao } = here
  const suspend = async (suspendedAt: Date | null) => {
    await db.sql.update(enterprise).set({ suspendedAt }).where(eq(enterprise.id, zhao.entId))
  }
  await create()
  await suspend(clock.now())
  expect(await worker().run()).toBe(false)

  await suspend(null)
  const running = await claim()
  await suspend(clock.now())
  expect(await renewExport(db.sql, running, { rows: 1, total: 1 }, clock.now())).toBe(false)

  await suspend(null)
  clock.advance(LEASE_MS)
  // Suspended after the claim, before the rights are read.
  const remove = async (key: string) => {
    await suspend(clock.now())
    await storage.remove(key)
  }
  await worker({}, { ...storage, remove }).run()
  expect(await item()).toMatchObject({ status: 'waiting' })
  expect(await ends()).toEqual([])

  await suspend(null)
  await worker().run()
  expect(await item()).toMatchObject({ status: 'done' })
})

test('a full disk fails with its reason', async () => {
  await create()

  await worker({}, diskStorage(root, Number.MAX_SAFE_INTEGER)).run()

  expect(await item()).toMatchObject({ status: 'failed', error: '磁盘空间不足，暂时不能保存文件' })
})

test('after seven days the file is deleted with its record, but not under a running export', async () => {
  const { db, clock } = here
  await create()
  await worker().run()
  await removeExpired({ db, storage }, clock.now())
  expect(await files()).toHaveLength(1)

  clock.advance(EXPORT_DAYS * DAY_MS)
  await removeExpired({ db, storage }, clock.now())
  expect(await files()).toEqual([])
  expect(await claimExport(db.sql, clock.now())).toBeUndefined()
})

test('the lease is renewed while the file is uploaded', async () => {
  const { db, clock } = here
  await create()
  const other = worker()
  const lease = async () => (await db.sql.select({ dueAt: exportJob.dueAt }).from(exportJob))[0]?.dueAt?.getTime()
  const slow = during(async () => {
    clock.advance(LEASE_MS - 1)
    await expect.poll(lease, { timeout: 4_000 }).toBe(clock.now().getTime() + LEASE_MS)
    clock.advance(LEASE_MS - 1)
    expect(await other.run()).toBe(false)
  })

  await worker({}, slow).run()

  expect(await item()).toMatchObject({ status: 'done' })
  expect((await files()).map(({ name }) => name.slice(-2))).toEqual(['-1'])
})

test('an upload is ended when another run has taken over', async () => {
  const { db } = here
  await create()
  const endlessly: Storage = {
    ...storage,
    async put(_key, _body, _size, _type, signal) {
      await db.sql.update(exportJob).set({ run: sql`run + 1` })
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  }

  await worker({}, endlessly).run()

  expect(await item()).toMatchObject({ status: 'running' })
  expect(await ends()).toEqual([])
})

test('a run whose export is cancelled or expires meanwhile leaves no file and tells of none', async () => {
  const { db, clock, zhao } = here
  const { exportId } = await create()

  await worker(
    {},
    during(() => cancelExports({ db, clock, storage }, zhao.entId, clock.now())),
  ).run()
  expect(await item()).toMatchObject({ status: 'failed', error: '因删除个人信息已取消，请重试' })
  expect(await ends()).toMatchObject([{ payload: { exportId, status: 'failed' } }])

  await zhao.call(exportApi.retry, { body: { exportId } })
  await worker(
    {},
    during(() => expireAll(db.sql, zhao.entId)),
  ).run()
  expect(await ends()).toHaveLength(1)
  expect(await files()).toEqual([])
})

test('enterprises take turns, each with one export at a time', async () => {
  const { db, clock, zhao, rival } = here
  for (const person of [zhao, zhao, zhao, rival]) {
    await create(person)
    clock.advance(1)
  }
  const end = async (row: ExportRow) => {
    await endExport(db.sql, row, { status: 'failed', error: 'ended' }, clock.now())
    clock.advance(1_000)
  }

  const first = await claim()
  clock.advance(1_000)
  const second = await claim()
  expect([first.agentId, second.agentId]).toEqual([zhao.id, rival.id])
  expect(await claim()).toBeUndefined()

  await end(first)
  const third = await claim()
  await create(rival)
  await end(second)
  await end(third)
  expect([third.agentId, (await claim()).agentId]).toEqual([zhao.id, rival.id])
})

test('nodes that claim at once never run two exports of an enterprise', async () => {
  const { clock, zhao, rival, db } = here
  for (const person of [zhao, zhao, zhao, rival, rival]) await create(person)

  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimExport(db.sql, clock.now())))

  const agents = claimed.flatMap((row) => (row === undefined || row === 'taken' ? [] : [row.agentId]))
  expect(new Set(agents).size).toBe(agents.length)
})
