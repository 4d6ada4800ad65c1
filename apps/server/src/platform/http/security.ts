import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { REQUEST_ID_HEADER } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'

/**
 * What every answer carries: it is to be taken for what it says it is, and any origin may read it, as the chat protocol asks
 * (calls carry a token, never a cookie, across origins).
 */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('access-control-allow-origin', '*').header('x-content-type-options', 'nosniff')
    done()
  })
  // In a scope of its own: whatever is no preflight needs no more than the line above.
  await app.register(async (preflights) => {
    await preflights.register(cors, {
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
  })
}

export type PageOptions = { https: boolean; tagManagerHost: string; pictureOrigin: string | undefined }

/** Browser-side protections of the pages, which are all that is served in this scope. */
export async function protectPages(pages: FastifyInstance, options: PageOptions): Promise<void> {
  await pages.register(helmet, {
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
