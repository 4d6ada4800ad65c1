import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { CORE_BASE_PATH, ERRORS, type RuntimeConfig } from '@ruwu/contract'
import { readSessionCookies } from '@ruwu/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, payMethodsOf } from '../config.ts'
import { isPaymentSimulated } from '../simulator-payment.ts'
import { type PageOptions, protectPages } from './security.ts'

const ENVELOPED = [CORE_BASE_PATH, '/meiqia/cafe']
const RAW = ['/api', '/auth', '/', '/hooks']
const YEAR_SECONDS = 31_536_000

const isBelow = (pathname: string, base: string) => pathname === base || pathname.startsWith(`${base}/`)

/** Serves the built console, its runtime configuration, and the answers to unknown paths. */
export async function consoleRoutes(
  app: FastifyInstance,
  config: Config,
  consoleDir: string,
  { isEmpty, ...options }: PageOptions & { isEmpty(): Promise<boolean> },
): Promise<void> {
  const hasConsole = existsSync(path.join(consoleDir, 'index.html'))
  app.get('/runtime-config.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `window.RUWU_CONFIG = ${scriptSafe({ ...runtimeConfig(config), hasDemoPage: options.hasDemoPage, isEmpty: await isEmpty() })}\n`,
      ),
  )

  await app.register(async (pages) => {
    await protectPages(pages, options)
    // Inside the protected scope: index.html is also a file with a path of its own.
    if (hasConsole) await serveFiles(pages, consoleDir)
    const preloads = readPreloads(consoleDir)
    pages.setNotFoundHandler((request, reply) => answerUnknown(request, reply, hasConsole && preloads))
  })
}

const serveFiles = (pages: FastifyInstance, consoleDir: string) =>
  pages.register(fastifyStatic, {
    root: consoleDir,
    wildcard: false,
    index: false,
    // For our own measurements and for the server.
    globIgnore: ['bundle-report.json', PRELOADS],
    setHeaders: (response, file) => {
      const isHashed = path.relative(consoleDir, file).startsWith('assets')
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })

/** Files of a page by its address, as the build lists them; `*` for every other page. */
type Preloads = Record<string, readonly string[]>

const PRELOADS = 'page-preloads.json'

function readPreloads(consoleDir: string): Preloads {
  const file = path.join(consoleDir, PRELOADS)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preloads) : {}
}

/** Names the scripts of a signed-in agent's page with the document, so that they load together. */
function preloadLinks({ headers }: FastifyRequest, pathname: string, preloads: Preloads): Record<string, string> {
  const files = preloads[pathname] ?? preloads['*']
  if (!files || !readSessionCookies(headers.cookie ?? '')) return {}
  return { link: files.map((file) => `<${file}>; rel=modulepreload`).join(', '), vary: 'cookie' }
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, preloads: Preloads | false): FastifyReply {
  const pathname = request.url.split('?', 1)[0] ?? '/'
  if (ENVELOPED.some((base) => isBelow(pathname, base))) {
    return reply.status(200).send({ code: ERRORS.notFound.code, data: null, msg: '接口不存在' })
  }
  const isAsset = isBelow(pathname, '/assets')
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (!isPage || isAsset || RAW.some((base) => isBelow(pathname, base) && pathname !== '/')) {
    return reply.status(404).type('text/plain').send('404 page not found')
  }
  if (!preloads)
    return reply.status(503).type('text/plain; charset=utf-8').send('控制台尚未构建，请使用 npm start 启动')
  return reply
    .headers({ 'cache-control': 'no-cache', ...preloadLinks(request, pathname, preloads) })
    .sendFile('index.html')
}

function runtimeConfig(config: Config): Omit<RuntimeConfig, 'hasDemoPage' | 'isEmpty'> {
  return {
    baseUrl: config.WEB_BASE_URL,
    pushUrl: config.WEB_PUSH_URL,
    staticBaseUrl: config.WEB_STATIC_BASE_URL,
    adPlatformUrl: config.WEB_AD_PLATFORM_URL,
    storageAccessKeyId: config.WEB_STORAGE_ACCESS_KEY_ID,
    orgId: config.WEB_ORG_ID,
    registerDisabled: config.REGISTER_DISABLED,
    editableTemplateEntIds: config.EDITABLE_TEMPLATE_ENT_IDS,
    footerCopyright: config.WEB_FOOTER_COPYRIGHT,
    footerFiling: config.WEB_FOOTER_FILING,
    termsUrl: config.WEB_TERMS_URL,
    privacyUrl: config.WEB_PRIVACY_URL,
    monitoringUrl: config.MONITORING_URL,
    tagManagerId: config.TAG_MANAGER_ID,
    tagManagerHost: config.TAG_MANAGER_HOST,
    payMethods: payMethodsOf(config),
    isPaySimulated: isPaymentSimulated(config),
    demo: config.DEMO,
  }
}

// Escapes what could end the script element or a JavaScript line (XSS).
const scriptSafe = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
