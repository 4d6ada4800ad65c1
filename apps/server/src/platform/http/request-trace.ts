import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, startSpan } from '../trace/trace.ts'

/** A span for every request, named by its route: an address may hold ids and tokens. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'ruwu.request_id': request.id }
    spans.set(request, startSpan(`${method} ${route}`, { kind: 'server', attributes }))
    done()
  })
  // Once the body is read: its events are those of the connection, not of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end(status >= 500 ? `status ${status}` : undefined, { 'http.response.status_code': status })
    done()
  })
}
