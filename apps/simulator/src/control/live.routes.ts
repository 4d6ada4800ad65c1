import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageData, Source } from '../views.ts'
import type { World } from '../world/world.ts'

/** Changes that follow closely travel together. */
const GATHER_MS = 100
const KEEPALIVE_MS = 15_000

type Query = { view?: string; source?: Source; accountId?: string; customerId?: string }

/** Server-sent events: the whole view, now and after every change. */
export function liveRoutes(app: FastifyInstance, world: World, data: PageData): void {
  const open = new Set<FastifyReply>()
  // Without this an open page would keep the server from closing.
  app.addHook('preClose', (done) => {
    for (const reply of open) reply.raw.end()
    done()
  })

  app.get('/control/live', (request: FastifyRequest<{ Querystring: Query }>, reply) => {
    const read = () => viewOf(data, request.query)
    if (read() === undefined) return reply.callNotFound()
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    open.add(reply)
    let planned: NodeJS.Timeout | undefined
    const write = () => {
      planned = undefined
      const view = read()
      if (view !== undefined) reply.raw.write(`event: view\ndata: ${JSON.stringify(view)}\n\n`)
    }
    const forget = world.onChange(() => (planned ??= setTimeout(write, GATHER_MS)))
    const keepalive = setInterval(() => reply.raw.write(': \n\n'), KEEPALIVE_MS)
    reply.raw.on('close', () => {
      forget()
      clearInterval(keepalive)
      clearTimeout(planned)
      open.delete(reply)
    })
    write()
    return reply
  })
}

function viewOf(data: PageData, { view, source, accountId, customerId }: Query): unknown {
  if (view === 'index') return data.index()
  if (!source || !accountId) return undefined
  if (view === 'merchant') return data.merchant(source, accountId)
  return view === 'phone' && customerId ? data.phone(source, accountId, customerId) : undefined
}
