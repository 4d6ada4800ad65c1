import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PageData, Source } from '../views.ts'
import { assetRoutes } from './assets.ts'
import { authoriseDocument, merchantDocument, missingDocument, overviewDocument, phoneDocument } from './documents.ts'
import { PAGE_HEADERS } from './security.ts'

type Query = { Querystring: Record<string, string> }
type Account = { Params: { source: Source; accountId: string } }
type Customer = { Params: Account['Params'] & { customerId: string } }

const send = (reply: FastifyReply, page: string): FastifyReply =>
  reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)

/** The page of something that may not be there. */
const sendFound = <View>(reply: FastifyReply, view: View | undefined, page: (view: View) => string): FastifyReply =>
  view ? send(reply, page(view)) : send(reply.code(404), missingDocument())

/** The pages of the simulator, for people; what they do goes through /control. */
export function pageRoutes(app: FastifyInstance, data: PageData): void {
  assetRoutes(app)

  app.get('/', (_, reply) => send(reply, overviewDocument(data.index())))

  app.get<Customer>('/phone/:source/:accountId/:customerId', ({ params }, reply) =>
    sendFound(reply, data.phone(params.source, params.accountId, params.customerId), phoneDocument),
  )

  app.get<Account>('/merchant/:source/:accountId', ({ params }, reply) =>
    sendFound(reply, data.merchant(params.source, params.accountId), merchantDocument),
  )

  app.get<Query>('/douyin/platform/oauth/connect/', ({ query }, reply) =>
    send(reply, authoriseDocument(data.authorise('douyin', query))),
  )

  app.get<Query>('/redbook/api/leona/three/im/account/add', ({ query }, reply) =>
    send(reply, authoriseDocument(data.authorise('redbook', query))),
  )
}
