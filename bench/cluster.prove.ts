import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@ruwu/testkit'
import { Balancer } from '@ruwu/e2e/cluster/balancer.ts'
import { startCluster } from '@ruwu/e2e/cluster/nodes.ts'
import { startServices } from '@ruwu/e2e/cluster/services.ts'
import { TcpProxy } from '@ruwu/e2e/cluster/tcp-proxy.ts'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ensureClusterServices } from '../scripts/lib/system-packages.mjs'
import { ClusterConsoles } from './cluster-consoles.ts'
import { ClusterCustomers } from './cluster-customers.ts'
import { faultsOf, SERVICES } from './cluster-faults.ts'
import { ClusterLoad } from './cluster-load.ts'
import { countWrong, reportWrong } from './cluster-verify.ts'

/** From then on every open socket has every message. */
const HEALED_MS = 5_000
const STEADY_MS = 1_000
/** Longest time without any acknowledgement while one node or Redis is at fault, and once the database takes connections again. */
const SILENCE_MS = 2_000
/** What PostgreSQL may take to go, and to recover by itself. */
const GOING_MS = 6_000
const RECOVERY_MS = 10_000

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Faults one after the other under load; after each, everything that must hold is looked for in the database and on the sockets. */
export const run: Run = async (report) => {
  Object.assign(process.env, await ensureClusterServices())
  const services = await startServices(SERVICES)
  const bus = await TcpProxy.start(services.redisUrl)
  const database = await TcpProxy.start(services.databaseUrl)
  const [port, publicPort] = [await freePort(), await freePort()]
  const own: Record<string, string>[] = [{}, { DATABASE_URL: database.through }]
  const cluster = await startCluster({ ...services, redisUrl: bus.through }, own, {
    ...SimulatorProcess.serverEnv(port),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
  })
  const urls = cluster.webs.map((node) => node.url)
  const balancer = await Balancer.start(urls, publicPort)
  // Calls of the platforms reach every node, also one at fault; those that fail come again.
  const simulator = await SimulatorProcess.start(port, balancer.url)
  const load = new ClusterLoad(urls)
  const customers = new ClusterCustomers(urls, simulator.platform)
  const consoles = new ClusterConsoles(cluster.webs)
  const only = process.env.FAULTS?.split(',')
  try {
    await load.start()
    await customers.start()
    await consoles.start()
    for (const fault of faultsOf({ services, cluster, bus, database })) {
      if (only && !only.includes(fault.name)) continue
      await fault.prepare?.()
      await sleep(STEADY_MS)
      load.takeLongestMs()
      const beganMs = await timed(() => fault.begin())
      await sleep(fault.lastsMs)
      const recoveryMs = await timed(() => fault.end())
      // Nothing can be stored without the database, while it goes (up to 5 s, after which a crashing server ends what still runs) nor while it recovers.
      const goneMs = Math.min(beganMs, GOING_MS) + fault.lastsMs + Math.min(recoveryMs, RECOVERY_MS)
      const allowedMs = SILENCE_MS + (fault.isOfDatabase ? goneMs : 0)
      await sleep(HEALED_MS)
      const value = load.takeLongestMs()
      const name = `cluster.${fault.name}.silence`
      const budget = `<= ${Math.round(allowedMs)}`
      report({ name, value, unit: 'ms', budget, isWithin: value <= allowedMs })
      reportWrong(
        report,
        `cluster.${fault.name}`,
        await countWrong(services.databaseUrl, { load, consoles, customers }),
      )
      await Promise.all([load.closeScreens(), consoles.close()])
      await load.openScreens()
      await consoles.open()
    }
    await load.stop()
    const sent = load.sent.length
    report({ name: 'cluster.acknowledged', value: sent, unit: 'messages', budget: '> 0', isWithin: sent > 0 })
    await customers.stop()
    const wrong = await customers.countAtEnd()
    const { delivered } = customers
    report({ name: 'cluster.delivered', value: delivered, unit: 'answers', budget: '> 0', isWithin: delivered > 0 })
    reportWrong(report, 'cluster.customers', wrong)
  } finally {
    await load.stop()
    await customers.stop()
    await consoles.stop()
    await simulator.stop()
    await balancer.stop()
    await cluster.stop()
    await Promise.all([bus.stop(), database.stop()])
    await services.stop()
  }
}
