import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { modelSettingApi } from '@ruwu/contract'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, onTestFinished, test } from 'vitest'
import { KEY_IN_USE_LOCK } from '../../db/advisory-lock.ts'
import type { Database } from '../../db/database.ts'
import { isOtherKeyInUse, showNode } from '../../db/node-marks.ts'
import * as schema from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { channelWorld } from '../../testing/channel-world.ts'
import { TEST_SECRET_KEY } from '../../testing/start-node.ts'
import { SEALED } from './key-change.ts'
import { maintain } from './maintain.ts'

const MODEL_KEY = 'sk-0123456789abcd'
const MODEL_KEY_PURPOSE = 'model-key'
const NEW_KEY = 'another secret key for tests, of no use elsewhere'

async function folderWith(files: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-key-change-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dataDir, name), text)
  return dataDir
}

/** An account with tokens and a model with a key, both sealed under the key of the tests. */
async function sealedWorld() {
  const here = await channelWorld()
  await here.bindDouyin(here.zhao, 'dy-1')
  const { version } = await here.zhao.call(modelSettingApi.get, {})
  const body = {
    mode: 'own' as const,
    baseUrl: 'https://model.example.com/v1',
    model: 'm',
    embeddingModel: '',
    timeoutSec: 20,
    allowsContacts: false,
    key: MODEL_KEY,
    version,
  }
  await here.zhao.call(modelSettingApi.save, { body })
  const run = (config: Record<string, string>, dataDir: string, ...words: string[]) =>
    maintain({ db: here.db, now: here.clock.now(), config: readConfig(config), dataDir }, words)
  const stored = async () => {
    const [account] = await here.db.sql.select().from(schema.channelAccount)
    const [model] = await here.db.sql.select().from(schema.modelSetting)
    if (!account?.tokens || !model?.key) throw new Error('nothing is sealed')
    return { purpose: `channel account ${account.entId} ${account.id}`, tokens: account.tokens, key: model.key }
  }
  return { here, run, stored }
}

/** Waits until each is gone: a lock that is still to be released looks like one that was taken again. */
const endConnectionsThatShowKeys = (db: Database) =>
  db.pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_locks
      where classid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [KEY_IN_USE_LOCK],
  )

test('everything sealed is put under the new key, while the old one still opens the rest', async () => {
  const { run, stored } = await sealedWorld()
  const dataDir = await folderWith({})
  const before = await stored()
  const old = createSecrets(TEST_SECRET_KEY)

  const said = await run({ SECRET_KEY: NEW_KEY, SECRET_KEY_OTHER: TEST_SECRET_KEY }, dataDir, 'key', 'reseal')

  const after = await stored()
  const current = createSecrets(NEW_KEY)
  expect(said).toMatch(/^已换到新的密钥下 \d+ 项，现在可以去掉 SECRET_KEY_OTHER/)
  expect(current.open(after.purpose, after.tokens)).toBe(old.open(before.purpose, before.tokens))
  expect(current.open(MODEL_KEY_PURPOSE, after.key)).toBe(MODEL_KEY)
  expect(() => old.open(after.purpose, after.tokens)).toThrow()
  const again = await run({ SECRET_KEY: NEW_KEY, SECRET_KEY_OTHER: TEST_SECRET_KEY }, dataDir, 'key', 'reseal')
  expect(again).toContain('已换到新的密钥下 0 项')
})

test('the key of the data folder is replaced in two steps with a restart between them', async () => {
  const { here, run, stored } = await sealedWorld()
  const dataDir = await folderWith({ 'secret.key': TEST_SECRET_KEY })
  const keys = async () => (await readFile(path.join(dataDir, 'secret.key'), 'utf8')).split('\n')
  await expect(run({}, dataDir, 'key', 'reseal')).rejects.toThrow('没有旧的密钥')

  expect(await run({}, dataDir, 'key', 'new')).toContain('请重新启动服务')

  const [current = '', ...others] = await keys()
  expect(others).toEqual([TEST_SECRET_KEY])
  const stopOld = await showNode(here.databaseUrl, { keys: [TEST_SECRET_KEY] })
  await expect(run({}, dataDir, 'key', 'reseal')).rejects.toThrow('请先重新启动全部节点')
  await stopOld()
  onTestFinished(await showNode(here.databaseUrl, { keys: [current] }))
  expect(await run({}, dataDir, 'key', 'reseal')).toContain('旧的密钥已删去')
  expect(await keys()).toEqual([current])
  expect(createSecrets(current).open(MODEL_KEY_PURPOSE, (await stored()).key)).toBe(MODEL_KEY)
})

test('a configured key is not replaced while a node seals with the old one, and a lost connection shows its key again', async () => {
  const { here, run, stored } = await sealedWorld()
  const dataDir = await folderWith({})
  const reseal = () => run({ SECRET_KEY: NEW_KEY, SECRET_KEY_OTHER: TEST_SECRET_KEY }, dataDir, 'key', 'reseal')
  onTestFinished(await showNode(here.databaseUrl, { keys: [NEW_KEY] }))
  const stopOld = await showNode(here.databaseUrl, { keys: [TEST_SECRET_KEY] })
  const before = await stored()

  await expect(reseal()).rejects.toThrow('什么也没有改动')
  await endConnectionsThatShowKeys(here.db)
  await expect.poll(() => isOtherKeyInUse(here.db.sql, NEW_KEY), { interval: 200 }).toBe(true)
  await expect(reseal()).rejects.toThrow('什么也没有改动')
  expect(await stored()).toEqual(before)

  await stopOld()
  expect(await reseal()).toContain('已换到新的密钥下')
})

test('a value that no key opens keeps the old key', async () => {
  const { run } = await sealedWorld()
  const dataDir = await folderWith({ 'secret.key': `${NEW_KEY}\nsome key that has sealed nothing here at all` })

  await expect(run({}, dataDir, 'key', 'reseal')).rejects.toThrow(/\d+ 项用新旧密钥都打不开，旧的密钥没有删去/)
  expect((await readFile(path.join(dataDir, 'secret.key'), 'utf8')).split('\n')).toHaveLength(2)
})

test('a configured key is replaced by settings', async () => {
  const { run } = await sealedWorld()

  const said = await run({ SECRET_KEY: TEST_SECRET_KEY }, await folderWith({}), 'key', 'new')
  expect(said).toMatch(/SECRET_KEY=[0-9a-f]{64}\n\s+SECRET_KEY_OTHER=/)
})

/** Bytes that nothing opens again. */
const NOT_SEALED = /hash$|^(knowledge_piece\.vector|request_answer\.key|stat_hour\..*)$/

test('every sealed column of the schema takes part', () => {
  const columns = Object.values(schema)
    .filter((each) => is(each, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter((column) => column.getSQLType() === 'bytea')
        .map((column) => `${getTableName(table)}.${column.name}`),
    )
  expect(new Set(columns.filter((name) => !NOT_SEALED.test(name)))).toEqual(new Set(SEALED.map(({ name }) => name)))
})
