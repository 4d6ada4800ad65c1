import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { REQUEST_ID_HEADER } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'

/**
 * Headers of every response: no MIME sniffing, and CORS for any origin as the chat protocol requires. Safe because requests are
 * authorised by a token, never by a cookie.
 */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('access-control-allow-origin', '*').header('x-content-type-options', 'nosniff')
    done()
  })
  // In a scope of its own: other requests than preflights need only the header above.
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

export type PageOptions = {
  https: boolean
  tagManagerHost: string
  pictureOrigin: string | undefined
  /** /demo shows the console in a frame; a page of another origin never can. */
  hasDemoPage: boolean
}

/** CSP and other browser-side headers of the pages served in this scope. */
export async function protectPages(pages: FastifyInstance, options: PageOptions): Promise<void> {
  await pages.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(options.tagManagerHost ? ['https://www.googletagmanager.com'] : [])],
        // antd injects inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // The platforms' images are on https; only the local simulator serves plain http.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...(options.pictureOrigin ? [options.pictureOrigin] : [])],
        mediaSrc: ["'self'", 'blob:', 'https:'],
        connectSrc: ["'self'", 'ws:', 'wss:', 'https:'],
        frameAncestors: [options.hasDemoPage ? "'self'" : "'none'"],
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
