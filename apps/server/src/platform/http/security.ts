import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { REQUEST_ID_HEADER } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'

/** Browser-side protections, and the open CORS the chat protocol asks for (calls carry a token, never a cookie, across origins). */
export async function securityHeaders(
  app: FastifyInstance,
  options: { https: boolean; tagManagerHost: string; pictureOrigin: string | undefined },
): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      REQUEST_ID_HEADER,
      'X-Org-Id',
      'X-Agent-Id',
      'X-Ent-Token',
    ],
    maxAge: 86_400,
  })
  // Pages ask for the whole set; an answer of the API only has to be taken for what it says it is.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    done()
  })
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(options.tagManagerHost ? ['https:'] : [])],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The platforms' pictures are on https; only the stand-in beside us has plain ones.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...(options.pictureOrigin ? [options.pictureOrigin] : [])],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        connectSrc: ["'self'", 'ws:', 'wss:', 'https:'],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'same-origin' },
  })
}
