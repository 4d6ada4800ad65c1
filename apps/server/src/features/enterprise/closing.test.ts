import { authApi, enterpriseApi } from '@ruwu/contract'
import { CLOSE_AFTER_MS } from '@ruwu/domain'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, expect, test } from 'vitest'
import { enterpriseCloser } from '../../compose/nightly.ts'
import * as schema from '../../db/schema/index.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import type { Person } from '../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { watch } from '../../testing/watch.ts'
import { KEPT_TABLES } from '../personal-data/index.ts'
import path from 'node:path'

const FOREVER = new Date('9999-01-01T00:00:00Z')
const storage = diskStorage(path.join(FILES_DIR, `closing-${process.pid}`))

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

const nameOf = async (person: Person) => (await person.call(enterpriseApi.detail, {})).name
const close = async (person: Person, password = PASSWORD) =>
  person.request(enterpriseApi.close, { body: { name: await nameOf(person), password: digest(password) } })

/** The nightly job, as often as it needs. */
async function runNights(until = FOREVER): Promise<void> {
  const closer = enterpriseCloser({ db: here.db, bus: here.bus, clock: here.clock, storage, log: here.app.log })
  for (let night = 0; night < 3; night += 1) await closer.run(until)
}

const rowOf = async (entId: Person['entId']) => {
  const [row] = await here.db.sql.select().from(schema.enterprise).where(eq(schema.enterprise.id, entId))
  return row
}

async function insertPaidOrder({ entId, id: agentId }: Person, digit: number): Promise<void> {
  const [orderNo, amount, now] = [`20260316000000000${digit}`, 98_000, here.clock.now()]
  const order = {
    packageName: '基础',
    points: 10_000,
    bonusPoints: 0,
    amount,
    status: 'paid',
    method: 'wechat',
  } as const
  const times = { createdAt: now, expireAt: now, paidAt: now }
  await here.db.sql.insert(schema.pointOrder).values({ entId, orderNo, agentId, ...order, ...times })
  const payment = { method: 'wechat', transactionId: `420000000${digit}`, amount, outcome: 'credited' } as const
  await here.db.sql.insert(schema.pointPayment).values({ entId, orderNo, ...payment, paidAt: now, receivedAt: now })
}

/** Tables with rows of the enterprise. */
async function tablesOf(entId: Person['entId']): Promise<string[]> {
  const found: string[] = []
  const tables = (Object.values(schema) as unknown[]).filter((each) => is(each, PgTable))
  for (const table of tables) {
    if (!getTableConfig(table).columns.some(({ name }) => name === 'ent_id')) continue
    const name = getTableName(table)
    const { rows } = await here.db.sql.execute(
      sql`select 1 from ${sql.identifier(name)} where ent_id = ${entId} limit 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

// R131
test('closing needs 管理员, the password and the name; every console hears of it, and it can be undone', async () => {
  const { zhao, lin, db } = here
  const open = await watch(lin, enterpriseApi.detail, {}, (shown, event) =>
    event.type === 'enterprise_change' ? event.enterprise : shown,
  )
  const editor = await (await here.hire('编辑', ['enterprise:settingsEdit'])).signIn()

  expect(await lin.request(enterpriseApi.close, { body: { name: '云', password: digest(PASSWORD) } })).toMatchObject({
    code: 40301,
  })
  expect(await close(editor)).toMatchObject({ code: 42200, msg: '仅管理员可以注销企业' })
  expect(await close(zhao, 'wrong-1')).toMatchObject({ data: { fields: { password: '密码不正确' } } })
  expect(
    await zhao.request(enterpriseApi.close, { body: { name: '别的企业', password: digest(PASSWORD) } }),
  ).toMatchObject({ data: { fields: { name: '输入的名称与企业名称不一致' } } })
  expect((await rowOf(zhao.entId))?.closesAt).toBeNull()

  expect(await close(zhao)).toMatchObject({ code: 1 })
  const closesAt = new Date(here.clock.now().getTime() + CLOSE_AFTER_MS).toISOString()
  expect((await open.settle()).closesAt).toBe(closesAt)
  expect(await close(zhao)).toMatchObject({ code: 42200, msg: '企业已在注销中' })
  expect(await editor.request(enterpriseApi.keep, {})).toMatchObject({ msg: '仅管理员可以注销企业' })

  await zhao.call(enterpriseApi.keep, {})
  expect((await open.settle()).closesAt).toBeNull()
  expect(await open.settle()).toEqual(await open.refetch())
  expect(await zhao.request(enterpriseApi.keep, {})).toMatchObject({ msg: '企业没有在注销' })
  expect(await auditEntries(db, enterpriseApi.close)).toMatchObject([{ agentId: zhao.id }])
  expect(await auditEntries(db, enterpriseApi.keep)).toMatchObject([{ agentId: zhao.id }])
})

test('after 7 days nothing of the enterprise is left but its ledger and what it paid, nobody is signed in, others lose nothing', async () => {
  const { zhao, lin, rival, db } = here
  await here.write('小满', '我电话 13877776666')
  await here.reception.work.search.run()
  for (const [digit, number] of [null, '26332000000123456789'].entries()) {
    await insertPaidOrder(zhao, digit)
    const invoice = { entId: zhao.entId, orderNo: `20260316000000000${digit}`, title: '云上木作', taxNo: '91330100' }
    const now = here.clock.now()
    const issued = { number, issuedAt: number === null ? null : now, requestedAt: now, email: 'fin@example.com' }
    await db.sql.insert(schema.pointInvoice).values({ ...invoice, ...issued })
  }
  const booksOf = async () =>
    Promise.all(
      [schema.pointLedger, schema.pointOrder, schema.pointPayment].map((table) =>
        db.sql.select().from(table).where(eq(table.entId, zhao.entId)),
      ),
    )
  const books = await booksOf()
  expect(books.map((rows) => rows.length > 0)).toEqual([true, true, true])
  const theirs = await tablesOf(rival.entId)
  await close(zhao)

  here.clock.advance(CLOSE_AFTER_MS - 1_000)
  await runNights()
  expect(await nameOf(lin)).not.toBe('已注销企业')

  here.clock.advance(1_000)
  await runNights(here.clock.now())
  expect(await rowOf(zhao.entId)).toMatchObject({ erasedAt: null })
  await runNights()

  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ code: 40101 })
  const login = { body: { telephone: zhao.telephone, password: digest(PASSWORD) } }
  expect(await zhao.request(authApi.login, login)).not.toMatchObject({ code: 1 })
  const kept = new Set(KEPT_TABLES.map((table) => getTableName(table)))
  expect((await tablesOf(zhao.entId)).filter((name) => !kept.has(name))).toEqual([])
  expect(await booksOf()).toEqual(books)
  expect(await db.sql.select().from(schema.pointInvoice)).toMatchObject([
    { title: '云上木作', number: '26332000000123456789', email: '' },
  ])
  expect(await rowOf(zhao.entId)).toMatchObject({
    name: '已注销企业',
    contact: '',
    phone: '',
    erasedAt: expect.any(Date),
  })
  expect(await tablesOf(rival.entId)).toEqual(theirs)
  expect(await rival.call(enterpriseApi.detail, {})).toMatchObject({ closesAt: null })
})

test('undone at the moment at which the job closes it, the enterprise is either whole or closed', async () => {
  const { zhao } = here
  await close(zhao)
  here.clock.advance(CLOSE_AFTER_MS)

  const [undone] = await Promise.all([zhao.request(enterpriseApi.keep, {}), runNights()])

  const row = await rowOf(zhao.entId)
  const isWhole = undone.code === 1
  expect(row?.closedAt === null).toBe(isWhole)
  expect(row?.closesAt === null && row.name !== '已注销企业').toBe(isWhole)
})
