import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { internalOnly } from './internal-only.ts'

type MetricSources = {
  openSockets(): number
  heldEvents(): number
  waitingCalls(): Promise<number>
  metrics: readonly Metric[]
  token: string
}

/** Prometheus metrics of this process at /metrics; features add theirs to the registry. */
export function metricsRoutes(app: FastifyInstance, sources: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of sources.metrics) registry.registerMetric(metric)
  const duration = new Histogram({
    name: 'ruwu_http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const sockets: Gauge = new Gauge({
    name: 'ruwu_open_sockets',
    help: 'Open real-time sockets',
    registers: [registry],
  })
  const held: Gauge = new Gauge({
    name: 'ruwu_events_held',
    help: 'Events that wait on this node for one before them',
    registers: [registry],
    collect: () => held.set(sources.heldEvents()),
  })
  const { waitingCalls } = sources
  const waiting: Gauge = new Gauge({
    name: 'ruwu_platform_calls_waiting',
    help: 'Webhook calls of the platforms that are stored and not yet applied',
    registers: [registry],
    // Without the database the other metrics are still told.
    collect: async () => waiting.set(await waitingCalls().catch(() => Number.NaN)),
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { schema: { hide: true }, onRequest: internalOnly(sources.token) }, async (_request, reply) => {
    sockets.set(sources.openSockets())
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}
