import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DEMO_ENT_ID, isRegistrationOpen } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp, buildWorkerApp } from './app.ts'
import { simulatesAll, simulatorOrigin, usesSimulator } from '../channels/channel-sources.ts'
import { type Database, openDatabase, queriesOn } from '../db/database.ts'
import { databaseClock } from '../db/database-clock.ts'
import { appliedMigration, isUsable, migrate, newestMigration } from '../db/migrate.ts'
import { showNode } from '../db/node-marks.ts'
import { LOOK_AT_REPLICA_EVERY_MS, openReplica, type Replica } from '../db/replica.ts'
import { createPasswords } from '../platform/auth/password.ts'
import { copyAiAgent } from '../features/ai-agent/index.ts'
import { copyCardRules } from '../features/card-rule/index.ts'
import { copyKnowledge } from '../features/knowledge/index.ts'
import { enqueueNow } from '../features/ai-reception/index.ts'
import { type Channel, createChannel } from '../features/channel/index.ts'
import {
  assetOf,
  controlOf,
  createDemoEraser,
  DEMO_PASSWORD,
  describeDemoAccounts,
  giveDemoPoints,
  seedDemoAi,
  seedDemoHistory,
  seedDemoRuns,
  settleDemo,
  simulatorPlatform,
} from '../features/demo/index.ts'
import { hasOtherEnterprise } from '../features/enterprise/index.ts'
import { exportExpiry } from '../features/export/index.ts'
import { lowPointsNotice } from '../features/points/index.ts'
import { housekeeping } from './housekeeping.ts'
import { nightly } from './nightly.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { cachedCheck } from '../platform/http/health.ts'
import { createLog } from '../platform/log.ts'
import { chooseDataDir, prepareDataDir } from '../platform/postgres/data-dir.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { finishInterruptedRestore } from '../platform/postgres/backup/restore-backup.ts'
import { loadSecretKeys, loadSimulatorKey } from '../platform/secret-key.ts'
import { createSecrets } from '../platform/secrets.ts'
import { simulatorPayment } from '../platform/simulator-payment.ts'
import { startSimulatorProcess } from '../platform/simulator-process.ts'
import { StartError } from '../platform/start-error.ts'
import { nameOfStorage, openStorage } from '../platform/storage/index.ts'
import { traceInto } from '../platform/trace/trace.ts'
import { announceEvents, memoryBus, RedisBus } from '../realtime/index.ts'
import { createReception, type Reception } from './reception.ts'
import { queueMovedBy, startReceptionWork } from './reception-work.ts'

const REPO_ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Cache lifetime of the storage check, which writes and deletes a file. */
const STORAGE_CHECK_MS = 30_000

type Product = { url: string; stop(): Promise<void> }

/** Starts all parts in order and stops them in reverse order. */
export async function startProduct({ config, print }: { config: Config; print(line: string): void }): Promise<Product> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    const failures: unknown[] = []
    // A part that fails to stop must not keep the others running; the first failure is thrown at the end.
    for (const step of undo.splice(0).toReversed()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  try {
    const url = await assemble(config, print, undo)
    return { url, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw explain(error, config)
  }
}

async function assemble(given: Config, print: (line: string) => void, undo: (() => Promise<void>)[]): Promise<string> {
  const log = createLog(given.LOG_LEVEL)
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT) undo.push(await startTracing(given, log))
  const clock = databaseClock()
  const passwords = createPasswords()

  const { dataDir, reason } = await chooseDataDir({ repoRoot: REPO_ROOT, requested: given.DATA_DIR || undefined })
  if (given.DATABASE_URL) await prepareDataDir(dataDir, undefined)
  print(`数据目录 ${dataDir}${reason ? `（${reason}）` : ''}`)

  let databaseUrl = given.DATABASE_URL
  if (!databaseUrl) {
    const postgres = await startEmbeddedPostgres({ dataDir, log: print, onLost: endProcess })
    undo.push(() => postgres.stop())
    databaseUrl = postgres.url
    print(`数据库已就绪${postgres.adopted ? '（接管了仍在运行的数据库）' : ''}`)
  }
  // A restore interrupted around its commit is completed or rolled back before the files are read.
  await finishInterruptedRestore(databaseUrl, dataDir)
  let config = given
  await migrate(databaseUrl, async (client) => {
    // One transaction: a kill in between must not leave an enterprise without accounts.
    const demo = await queriesOn(client).transaction((sql) => settleDemo(sql, given, passwords, clock.now()))
    config = { ...given, DEMO: demo.isOn }
    if (demo.isNew) print('已写入演示企业')
    if (given.DEMO && !demo.isOn) print('已有正式企业，演示没有开启（需要时设置 DEMO=true）')
  })
  let payKeys = ''
  if (config.DEMO) config = { ...config, SIMULATOR_KEY: await loadSimulatorKey(config.SIMULATOR_KEY, dataDir) }
  if (usesSimulator(config)) ({ config, payKeys } = await simulatorPayment(config, dataDir))
  const snapshotFile = path.join(dataDir, 'simulator.json')
  const addressAt = (port: number) =>
    config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${port}`
  const startSimulator = (target: string) =>
    startSimulatorProcess({
      script: path.join(REPO_ROOT, 'apps/simulator/src/main.ts'),
      port: config.SIMULATOR_PORT,
      key: config.SIMULATOR_KEY,
      target,
      payKeys,
      snapshotFile,
      print,
    })
  // Beside the rest of a first start. With a snapshot it has webhooks to deliver, whose tries would be spent before we listen.
  const isEarly = usesSimulator(config) && config.PORT !== 0 && !existsSync(snapshotFile)
  const simulatorStarting = isEarly ? startSimulator(addressAt(config.PORT)) : undefined

  const db = openDatabase({
    url: databaseUrl,
    clock,
    poolSize: config.DATABASE_POOL_SIZE,
    onPoolError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  undo.push(() => db.close())
  if (config.DATABASE_URL) {
    const onMoved = (byMs: number) => log.warn({ byMs }, 'the clock differs from the database’s, whose time is used')
    const unfollow = await clock.follow(db.pool, onMoved)
    undo.push(async () => unfollow())
  }
  const replica = config.DATABASE_READ_URL ? await followReplica(config, { db, clock, log, undo }) : undefined
  const onBusError = (error: unknown) => log.error({ err: error }, 'a message of the bus was not taken')
  const bus = config.REDIS_URL
    ? new RedisBus({
        url: config.REDIS_URL,
        clock,
        onLink: (state, error) => log.warn({ err: error }, `the bus is ${state}`),
        onError: onBusError,
      })
    : memoryBus(onBusError)
  undo.push(() => bus.close())
  // A worker serves no sockets and follows no events, but publishes its own events to the nodes with sockets.
  if (config.ROLE === 'worker') announceEvents(db, bus, queueMovedBy)
  const keys = await loadSecretKeys(config, dataDir)
  const secrets = createSecrets(...keys)
  const copiers = {
    aiAgent: copyAiAgent({ db, clock }),
    cardRule: copyCardRules({ db, clock }),
    knowledge: copyKnowledge({ db, clock }),
  }
  const channel = createChannel({ config, db, clock, secrets, log, enqueueAnswers: enqueueNow, copiers })
  undo.push(() => channel.close())
  const storage = await openStorage(config, path.join(dataDir, 'files'))
  const cluster = config.DATABASE_URL
    ? { hasSharedBus: config.REDIS_URL !== '', files: await nameOfStorage(config, dataDir) }
    : {}
  undo.push(await showNode(databaseUrl, { keys, ...cluster }))
  const reception = createReception({ config, channel, db, replica, bus, clock, secrets, storage, log })
  undo.push(() => reception.orders.close())
  const simulator = simulatorOrigin(config)
  // Each process starts a simulator of its own: a worker's would not know the accounts that a web node opened.
  const isAlone = config.ROLE === 'all'
  const demoPlatform =
    simulator !== undefined && isAlone && simulatesAll(config) ? simulatorPlatform(simulator) : undefined
  const demoEraser = createDemoEraser({ db, bus, clock, storage, log, platform: demoPlatform })
  // Not for want of a simulator of its own: a worker beside a node that has one leaves its demos alone.
  if (!simulatesAll(config)) await demoEraser.endAll()
  const jobs = await startJobs({
    url: databaseUrl,
    kinds: [
      housekeeping(db, clock, config),
      reception.ledgerCheck,
      reception.orders.reconciliation,
      lowPointsNotice({ db, clock, log }),
      exportExpiry({ db, clock, storage }),
      { name: 'demo-expiry', every: '* * * * *', isAlone: true, run: () => demoEraser.run() },
      nightly({ db, bus, clock, storage, log, ...reception }),
      ...channel.jobs,
    ],
    work: config.ROLE !== 'web',
    onError: (error) => log.error({ err: error }, 'job failed'),
  })
  undo.push(() => jobs.close())

  let isStopping = false
  const checks = {
    needed: {
      process: async () => {
        if (isStopping) throw new Error('stopping')
      },
      database: () => db.ping(),
      migrations: async () => {
        if ((await appliedMigration(db.probe)) < (await newestMigration()) || !(await isUsable(db.probe)))
          throw new Error('migrations are not complete, or of a release that this one cannot run beside')
      },
      jobs: () => jobs.check(),
      storage: cachedCheck(clock, STORAGE_CHECK_MS, () => storage.check()),
    },
    // Without it sends and pushes of this node go on; what others missed they read when it is back.
    // Without the replica statistics are read from the database.
    helpful: { bus: () => bus.ping(), ...(replica ? { replica: () => replica.check() } : {}) },
  }
  const consoleDir = path.join(REPO_ROOT, 'apps/console/dist')
  const app =
    config.ROLE === 'worker'
      ? await buildWorkerApp({ config, checks, log, reception })
      : await buildApp({
          config,
          db,
          bus,
          clock,
          passwords,
          log,
          secrets,
          storage,
          reception,
          consoleDir,
          checks,
          demoPlatform,
        })
  undo.push(() => app.close())
  app.addHook('onSend', async (_request, reply) => {
    // So that the load balancer's kept connections move to other nodes.
    if (isStopping) reply.header('connection', 'close')
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  if (config.ROLE !== 'web') undo.push(startReceptionWork(reception, { bus, clock, db, log }))

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  const url = addressAt(port)
  if (usesSimulator(config)) {
    undo.push(await (simulatorStarting ?? startSimulator(url)))
    await demoEraser.removeForgotten()
    if (config.DEMO_HISTORY !== 'false' && isAlone)
      await writeDemoHistory(config, { db, clock, channel, reception, print })
  }
  // In a transaction: nodes that start together wait for each other at the account.
  if (config.DEMO) await db.transaction((tx) => giveDemoPoints(tx.sql, DEMO_ENT_ID, clock.now()))
  undo.push(async () => {
    isStopping = true
    // Meanwhile the load balancer sees that this node is no longer ready, and requests are still answered.
    await sleep(config.DRAIN_SECONDS * 1000)
  })
  print(`如晤已启动：${url}`)
  if (config.DEMO) {
    if (config.isDemoAsked) print('注意：演示已开启，任何能访问本服务的人都可以用下面公开的密码登录')
    if (config.isDemoAsked && config.PUBLIC_URL && !config.TRUST_PROXY)
      print('注意：设置了 PUBLIC_URL 而没有设置 TRUST_PROXY，经反向代理来的访客都算作同一个地址，一起受演示的次数限制')
    print(`演示账号（密码均为 ${DEMO_PASSWORD}）：`)
    for (const line of describeDemoAccounts()) print(`  ${line}`)
  } else if (!(await hasOtherEnterprise(db.sql, DEMO_ENT_ID))) {
    print('还没有企业，请运行 npm run admin -- create 企业名称 姓名 手机号')
    if (isRegistrationOpen(config.REGISTER_DISABLED)) print(`或者在 ${url}/register 注册`)
  }
  return url
}

/** Loaded only where traces are wanted. The answer sends what is left. */
async function startTracing(config: Config, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const { createOtlpExporter } = await import('../platform/trace/otlp-exporter.ts')
  const exporter = createOtlpExporter(config, log)
  traceInto(exporter)
  return async () => {
    traceInto(undefined)
    await exporter.close()
  }
}

/** A replica that is away at the start is used when it comes. */
async function followReplica(
  { DATABASE_READ_URL }: Config,
  { db, clock, log, undo }: { db: Database; clock: Clock; log: FastifyBaseLogger; undo: (() => Promise<void>)[] },
): Promise<Replica> {
  const onChange = (reason: Error | undefined) =>
    reason
      ? log.warn({ err: reason }, 'the replica is not read from')
      : log.info('statistics are read from the replica')
  const replica = openReplica({ url: DATABASE_READ_URL, primary: db, clock, onChange })
  undo.push(() => replica.close())
  await replica.look()
  const timer = setInterval(() => void replica.look(), LOOK_AT_REPLICA_EVERY_MS)
  undo.push(async () => clearInterval(timer))
  return replica
}

/** Seeds the demo's platform accounts and message history. A failure is reported and does not stop the start. */
async function writeDemoHistory(
  config: Config,
  {
    db,
    clock,
    channel,
    reception,
    print,
  }: { db: Database; clock: Clock; channel: Channel; reception: Reception; print(line: string): void },
): Promise<void> {
  const origin = simulatorOrigin(config) ?? ''
  const [control, asset] = [controlOf(origin), assetOf(origin)]
  try {
    const hasTalks = config.DEMO_HISTORY === 'true'
    const onWriting = () => print('正在写入三十天的演示会话')
    const isNew = await seedDemoHistory({ db, channel, control, asset, hasTalks, now: clock.now(), onWriting })
    if (isNew) print('已写入演示会话')
    if (await seedDemoAi({ db, ...reception.ai }, clock.now())) print('已写入演示知识并发布 AI 智能体')
    if (hasTalks) await seedDemoRuns(db, DEMO_ENT_ID)
    // The worker may rest for a minute: until then the figures of past days would be those of an empty enterprise.
    if (isNew) await reception.work.rollups.runAll()
  } catch (error) {
    // A failed query names all its values; its cause is the database's sentence.
    const reason = error instanceof Error ? (error.cause ?? error) : error
    print(`演示会话未能写入：${reason instanceof Error ? reason.message : String(reason)}`)
  }
}

/** Called when another process has taken over the data directory: continuing to write could corrupt it. */
function endProcess(error: Error): void {
  process.stderr.write(`数据库已不可用，进程退出：${error.message}\n`)
  process.exit(1)
}

const KNOWN_REASONS: Record<string, (config: Config) => string> = {
  EADDRINUSE: (config) => `端口 ${config.PORT} 已被占用，请用 PORT 指定其它端口`,
  EACCES: () => '没有所需的权限，请检查数据目录与端口',
  EPERM: () => '没有所需的权限，请检查数据目录与端口',
  ENOSPC: () => '磁盘空间不足，请清理后重试',
  EROFS: () => '数据目录所在的磁盘是只读的',
  EADDRNOTAVAIL: (config) => `本机没有地址 ${config.HOST}，请检查 HOST`,
  ENOTFOUND: () => '找不到主机，请检查 DATABASE_URL 与 HOST',
  EAI_AGAIN: () => '找不到主机，请检查 DATABASE_URL 与 HOST',
  ECONNREFUSED: () => '无法连接数据库，请检查 DATABASE_URL',
  ETIMEDOUT: () => '无法连接数据库，请检查 DATABASE_URL',
  // SQLSTATE codes of PostgreSQL: wrong user, wrong password, no such database.
  '28000': () => '数据库拒绝了 DATABASE_URL 里的用户',
  '28P01': () => '数据库拒绝了 DATABASE_URL 里的密码',
  '3D000': () => 'DATABASE_URL 里的数据库不存在，请先建立它',
}

function explain(error: unknown, config: Config): unknown {
  if (error instanceof StartError) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  const sentence = code === undefined ? undefined : KNOWN_REASONS[code]?.(config)
  return sentence ? new StartError(sentence, { cause: error }) : error
}
