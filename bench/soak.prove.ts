import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@ruwu/e2e/cluster/nodes.ts'
import { startServices } from '@ruwu/e2e/cluster/services.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ensureClusterServices } from '../scripts/lib/system-packages.mjs'
import { ClusterConsoles } from './cluster-consoles.ts'
import { ClusterLoad } from './cluster-load.ts'
import { countWrong, reportWrong } from './cluster-verify.ts'

const MINUTES = 30
const SAMPLES = 180
/** Caches fill in the first third. */
const WARM_UP = 1 / 3
/** Least use within each part of the rest: what is left behind a collection. */
const PARTS = 10
const HEAP_MB_PER_MINUTE = 0.5
const RESIDENT_MB_PER_MINUTE = 1
/** In less than that, one collection more or less is the slope. */
const TELLING_MINUTES = 10
const SILENCE_MS = 1_000

type Sample = { minutes: number; heapMb: number; residentMb: number }

/** Senders and consoles at all nodes for half an hour: memory does not grow, nothing is late, lost or doubled. */
export const run: Run = async (report, { isSmall, minutes = isSmall ? 1 : MINUTES }) => {
  Object.assign(process.env, await ensureClusterServices())
  const services = await startServices({ settings: {} })
  const cluster = await startCluster(services)
  const load = new ClusterLoad(cluster.webs.map((node) => node.url))
  const consoles = new ClusterConsoles(cluster.webs)
  const nodes = [
    ...cluster.webs.map((node, n) => ({ name: `web${n + 1}`, url: node.url, samples: [] as Sample[] })),
    ...cluster.workers.map((node, n) => ({ name: `worker${n + 1}`, url: node.url, samples: [] as Sample[] })),
  ]
  try {
    await load.start()
    await consoles.start()
    load.takeLongestMs()
    const began = performance.now()
    for (let n = 1; n <= SAMPLES; n += 1) {
      await sleep(Math.max(0, began + (n * minutes * 60_000) / SAMPLES - performance.now()))
      for (const { url, samples } of nodes) samples.push(await sample(url, (performance.now() - began) / 60_000))
    }
    const silence = load.takeLongestMs()
    await load.stop()
    await sleep(1_000)
    reportWrong(report, 'soak', await countWrong(services.databaseUrl, { load, consoles }))
    const isCalm = silence <= SILENCE_MS
    report({ name: 'soak.silence', value: silence, unit: 'ms', budget: `<= ${SILENCE_MS}`, isWithin: isCalm })
    const sent = load.sent.length
    report({ name: 'soak.acknowledged', value: sent, unit: 'messages', budget: '> 0', isWithin: sent > 0 })
    for (const { name, samples } of nodes)
      for (const [kind, most] of [
        ['heapMb', HEAP_MB_PER_MINUTE],
        ['residentMb', RESIDENT_MB_PER_MINUTE],
      ] as const) {
        const value = slopeOf(samples, kind)
        const figure = `soak.${name}.${kind === 'heapMb' ? 'heap' : 'resident'}_slope`
        const isTelling = minutes >= TELLING_MINUTES
        const budget = isTelling ? `<= ${most}` : '-'
        report({ name: figure, value, unit: 'MB/minute', budget, isWithin: !isTelling || value <= most })
      }
  } finally {
    await load.stop()
    await consoles.stop()
    await cluster.stop()
    await services.stop()
  }
}

async function sample(url: string, minutes: number): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20
  return {
    minutes,
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
    residentMb: megabytes('process_resident_memory_bytes'),
  }
}

/** Of the least values of each part, by least squares. */
function slopeOf(samples: readonly Sample[], kind: 'heapMb' | 'residentMb'): number {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP))
  const size = Math.floor(steady.length / PARTS)
  const least = Array.from({ length: PARTS }, (_, part) =>
    steady.slice(part * size, (part + 1) * size).reduce((low, each) => (each[kind] < low[kind] ? each : low)),
  )
  const mean = (of: (each: Sample) => number) => least.reduce((sum, each) => sum + of(each), 0) / least.length
  const [x, y] = [mean((each) => each.minutes), mean((each) => each[kind])]
  const spread = least.reduce((sum, each) => sum + (each.minutes - x) ** 2, 0)
  return least.reduce((sum, each) => sum + (each.minutes - x) * (each[kind] - y), 0) / spread
}
