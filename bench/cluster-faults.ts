import { setTimeout as sleep } from 'node:timers/promises'
import { doubleMessages, loseMessages } from '@ruwu/e2e/cluster/bus-faults.ts'
import { fillDisk } from '@ruwu/e2e/cluster/full-disk.ts'
import { type Cluster, shiftedClock } from '@ruwu/e2e/cluster/nodes.ts'
import type { Services } from '@ruwu/e2e/cluster/services.ts'
import type { TcpProxy } from '@ruwu/e2e/cluster/tcp-proxy.ts'
import { Client } from 'pg'

const TABLE_BYTES_MIN = 2 * 2 ** 20
const HOUR_MS = 3_600_000

export type Fault = {
  name: string
  /** What it needs, before it begins. */
  prepare?(): Promise<unknown>
  begin(): Promise<unknown> | void
  end(): Promise<unknown> | void
  lastsMs: number
  isOfDatabase: boolean
}

type Place = { services: Services; cluster: Cluster; bus: TcpProxy; database: TcpProxy }

/** The log's files are smaller than the tables, so that a disk can be full for these alone; commits wait for the disk. */
export const SERVICES = { settings: {}, init: ['--wal-segsize=1'] }

export function faultsOf({ services, cluster, bus, database }: Place): Fault[] {
  const other = cluster.webs[2]
  const worker = cluster.workers[0]
  const node = (name: string, lastsMs: number, begin: Fault['begin'], end: Fault['end']): Fault => ({
    name,
    lastsMs,
    begin,
    end,
    isOfDatabase: false,
  })
  const whole = (...given: Parameters<typeof node>): Fault => ({ ...node(...given), isOfDatabase: true })
  const signal = (name: NodeJS.Signals) => () => {
    if (other?.pid) process.kill(other.pid, name)
  }
  const restart = async (env: Record<string, string>) => {
    await other?.halt()
    await other?.run(env)
  }
  const order = (...statements: string[]) => command(services.databaseUrl, statements)
  let undo: (() => Promise<void>) | undefined
  const ended = () => undo?.()
  const begun = async (fault: Promise<() => Promise<void>> | (() => Promise<void>)) => {
    undo = await fault
  }
  const sizeOfMessages = () => order(`select pg_relation_size('message') as size`)
  // Larger than files of the log: without it the server stops, which is another fault.
  const largeTable = async () => {
    while ((await sizeOfMessages()) < TABLE_BYTES_MIN) await sleep(1_000)
  }
  const fill = async () => fillDisk(services.database.pid() ?? 0, await sizeOfMessages())

  return [
    node(
      'web_killed',
      3_000,
      () => other?.kill(),
      () => other?.run(),
    ),
    node('web_frozen', 8_000, signal('SIGSTOP'), signal('SIGCONT')),
    node(
      'web_cut_from_database',
      8_000,
      () => database.cut(),
      () => database.heal(),
    ),
    node(
      'web_slow_database',
      5_000,
      () => database.slow(100),
      () => database.heal(),
    ),
    node(
      'web_clock_behind',
      4_000,
      () => restart(shiftedClock(-HOUR_MS)),
      () => restart({ NODE_OPTIONS: '' }),
    ),
    node(
      'web_clock_ahead',
      4_000,
      () => restart(shiftedClock(HOUR_MS)),
      () => restart({ NODE_OPTIONS: '' }),
    ),
    node(
      'worker_killed',
      2_000,
      () => worker?.kill(),
      () => worker?.run(),
    ),
    node('redis_killed', 6_000, services.redis.kill, services.redis.start),
    node('redis_frozen', 8_000, services.redis.freeze, services.redis.thaw),
    node(
      'redis_cut',
      8_000,
      () => bus.cut(),
      () => bus.heal(),
    ),
    node(
      'redis_dropped',
      2_000,
      () => bus.drop(),
      () => bus.heal(),
    ),
    node(
      'redis_present_cut',
      10_000,
      () => bus.cutPresent(),
      () => bus.drop(),
    ),
    node(
      'redis_slow',
      5_000,
      () => bus.slow(300),
      () => bus.heal(),
    ),
    node('bus_doubled', 4_000, () => begun(doubleMessages(services.redisUrl)), ended),
    node('bus_lossy', 5_000, () => begun(loseMessages(services.redisUrl, 300)), ended),
    node(
      'disk_slow',
      5_000,
      () => order(`alter system set commit_delay = 100000`, `alter system set commit_siblings = 0`, RELOAD),
      () => order(`alter system reset commit_delay`, `alter system reset commit_siblings`, RELOAD),
    ),
    { ...whole('disk_full', 5_000, async () => begun(await fill()), ended), prepare: largeTable },
    whole(
      'database_killed',
      3_000,
      () => services.database.kill(),
      () => services.database.start(),
    ),
  ]
}

const RELOAD = 'select pg_reload_conf()'

async function command(databaseUrl: string, statements: readonly string[]): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  let size = 0
  for (const statement of statements) {
    const { rows } = await client.query<{ size?: string }>(statement)
    size = Number(rows[0]?.size ?? 0)
  }
  await client.end()
  return size
}
