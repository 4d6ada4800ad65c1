import { demoApi } from '@ruwu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { implement, type ImplementDeps } from '../../../platform/http/implement.ts'
import { DEMO_MEDIA, type DemoPlatform } from './demo-platform.ts'
import type { VisitorDemos } from './visitor-demo.service.ts'

export function demoRoutes(app: FastifyInstance, deps: ImplementDeps, demos: VisitorDemos): void {
  limitVisitors(app, demos)
  implement(app, deps, '演示', demoApi, {
    start: ({ origin }) => demos.start(origin),
    phone: ({ caller, body }) => demos.phone(caller, body),
    act: ({ caller, body }) => demos.act(caller, body),
    reset: ({ caller, body, origin }) => demos.reset(caller, body.demoId, origin),
  })
}

/** For all endpoints of the app: once the caller is known and before the body is read. Synchronous for callers who are no visitors. */
function limitVisitors(app: FastifyInstance, demos: Pick<VisitorDemos, 'limitCall'>): void {
  app.addHook('preParsing', ({ caller, routeOptions }: FastifyRequest, _reply, payload, done) => {
    const { endpoint } = routeOptions.config
    const goOn = () => done(null, payload)
    if (!caller?.isVisitor || !endpoint) return goOn()
    demos.limitCall(caller, endpoint).then(goOn, done)
  })
}

/** Nothing else of the simulator is open. */
const PICTURE = /^(?:asset|upload)\/\w[\w.-]*$/

export function demoPictureRoutes(app: FastifyInstance, platform: Pick<DemoPlatform, 'picture'>): void {
  const url = `${DEMO_MEDIA}*`
  app.get<{ Params: { '*': string } }>(url, { schema: { hide: true } }, async ({ params: { '*': name } }, reply) => {
    const found = PICTURE.test(name) ? await platform.picture(name) : undefined
    if (!found) return reply.status(404).type('text/plain').send('404 page not found')
    return reply.type(found.type).header('cache-control', 'public, max-age=300').send(found.bytes)
  })
}
