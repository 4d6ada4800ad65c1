import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportApi } from '@ruwu/contract'
import { EXPORT_DAYS, EXPORT_ROWS_MAX } from '@ruwu/domain'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { customerExport } from '../../list/index.ts'
import type { ExportType } from '../../platform/export-type.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { world, type World } from '../../testing/world.ts'
import { agentExport } from '../agent/index.ts'
import { auditExport } from '../audit/index.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { billExport } from '../points/index.ts'
import { createExportWorker, removeExpired } from './export-worker.ts'
import { claimExport, endExport, LEASE_MS, renewExport } from './export.repo.ts'

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

const worker = (change: Partial<ExportType<never>> = {}, store = storage) =>
  createExportWorker({
    db: here.db,
    clock: here.clock,
    storage: store,
    log: here.app.log,
    types: {
      audit: { ...auditExport, ...change },
      bill: billExport,
      agent: agentExport,
      customer: customerExport(here.reception.lists),
    },
    findCaller: findCallerOfAgent,
  })

const create = () => here.zhao.call(exportApi.create, { body: { type: 'audit', filters: {}, format: 'csv' } })
const item = async () => (await here.zhao.call(exportApi.list, { body: {} })).items[0]
const files = async () => (await readdir(root, { recursive: true, withFileTypes: true })).filter((it) => it.isFile())

async function* endless() {
  while (true) yield Array.from({ length: 50_000 }, () => ['x'])
}

test('more than 200,000 rows are refused, counted or met while reading', async () => {
  await create()
  await worker({ count: async () => EXPORT_ROWS_MAX + 1 }).run()
  expect(await item()).toMatchObject({ status: 'failed', error: '数据超过 20 万行，请缩小范围' })

  await here.zhao.call(exportApi.retry, { body: { exportId: (await item())!.exportId } })
  await worker({ count: async () => 10, cells: endless }).run()

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
  const dead = (await claimExport(db.sql, clock.now()))!
  await storage.put(`export/${dead.entId}/${dead.id}-1`, Buffer.from('half'), 4, 'text/csv')
  expect(await worker().run()).toBe(false)

  clock.advance(LEASE_MS)
  expect(await worker().run()).toBe(true)

  expect(await item()).toMatchObject({ status: 'done' })
  expect((await files()).map(({ name }) => name)).toEqual([`${dead.id}-2`])
  expect(await renewExport(db.sql, dead, { rows: 1, total: 1 }, clock.now())).toBe(false)
  expect(await endExport(db.sql, dead, { status: 'failed', error: 'late' })).toBe(false)
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
  await worker({ cells: slow }).run()

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
  const stopping: ReturnType<typeof worker> = worker({
    async *cells() {
      stopping.stop()
      yield [['x']]
    },
  })
  await stopping.run()
  expect(await item()).toMatchObject({ status: 'waiting' })
  expect(await stopping.run()).toBe(false)
  expect(await files()).toEqual([])

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
