import { PREVIEW_ROLE_HEADER } from '@ruwu/contract'
import { DEMO_ENT_ID, HTTP_TIMEOUT_MS, isRegistrationOpen } from '@ruwu/domain'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { aiRoutes } from './ai.ts'
import { simulatorOrigin } from '../channels/channel-sources.ts'
import type { Pace } from '../chat/message/index.ts'
import { serveChat } from './chat.ts'
import { hooksRoutes } from '../inbound/index.ts'
import type { Database } from '../db/database.ts'
import { AgentService, agentRoutes, createAgentEnabling, recordLogin } from '../features/agent/index.ts'
import { auditRoutes } from '../features/audit/index.ts'
import { AuthService, authRoutes, LoginGate } from '../features/auth/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { bearerToken } from '../platform/auth/token.ts'
import { inQueue, type Passwords } from '../platform/auth/password.ts'
import { boundedQueue } from '../platform/bounded-queue.ts'
import { automationRoutes } from '../features/automation/index.ts'
import { bannedWordRoutes } from '../features/banned-word/index.ts'
import { ruleRoutes } from '../features/automation-rule/index.ts'
import { createTemplateService, templateRoutes } from '../features/automation-template/index.ts'
import { flowRoutes } from '../features/flow/index.ts'
import { cardRuleRoutes } from '../features/card-rule/index.ts'
import { certifyRoutes, createCertifyService } from '../features/certify/index.ts'
import { channelRoutes, findLastBound } from '../features/channel/index.ts'
import { scheduledMessageRoutes } from '../outbound/index.ts'
import { customerMessageRoutes } from '../thread/index.ts'
import { customerRoutes } from './customer.routes.ts'
import { Viewing } from '../reception/index.ts'
import { customerSettingRoutes } from '../features/customer-setting/index.ts'
import {
  createClosingService,
  createEnterpriseService,
  enterpriseRoutes,
  hasOtherEnterprise,
} from '../features/enterprise/index.ts'
import { createVisitorDemos, demoPictureRoutes, type DemoPlatform, demoRoutes } from '../features/demo/index.ts'
import { eventRoutes } from '../features/event/index.ts'
import { exportRoutes } from '../features/export/index.ts'
import {
  createDailyPushService,
  createDailyService,
  createHomeService,
  createNoticeFile,
  homeRoutes,
} from '../features/home/index.ts'
import { leadRoutes } from '../features/lead/index.ts'
import { materialRoutes } from '../features/material/index.ts'
import { createNoticeService, noticeRoutes } from '../features/notice/index.ts'
import { NotifySettingService, notifySettingRoutes } from '../features/notify-setting/index.ts'
import { personalDataRoutes } from '../features/personal-data/index.ts'
import { oauthProtocolRoutes, oauthRoutes, OauthService } from '../features/oauth/index.ts'
import { orderRoutes, paymentNoticeRoutes } from '../features/order/index.ts'
import { quickReplyRoutes } from '../features/quick-reply/index.ts'
import { receptionPlanRoutes } from '../features/reception-plan/index.ts'
import { createRegisterService, registerRoutes } from '../features/register/index.ts'
import { RoleService, roleRoutes } from '../features/role/index.ts'
import { searchRoutes } from '../features/search/index.ts'
import { createSmsCodes, createSmsProvider } from '../features/sms/index.ts'
import { statisticsRoutes } from '../features/statistics/index.ts'
import { tagRoutes } from '../features/tag/index.ts'
import { createSecondStep, TotpService, totpRoutes } from '../features/totp/index.ts'
import { createWebhookService, webhookRoutes } from '../features/webhook/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Config, publicUrlOf } from '../platform/config.ts'
import { consoleRoutes } from '../platform/http/console.ts'
import { refuseRemote } from '../platform/http/direct-request.ts'
import { docsRoutes } from '../platform/http/docs.ts'
import { handleError, refuseAddress } from '../platform/http/error-handler.ts'
import { TooOftenError, UserFacingError } from '../platform/http/errors.ts'
import { type Checks, healthRoutes } from '../platform/http/health.ts'
import type { ImplementDeps } from '../platform/http/implement.ts'
import { issueText } from '../platform/http/issue-text.ts'
import { metricsRoutes } from '../platform/http/metrics.ts'
import { requestLog } from '../platform/http/request-log.ts'
import { traceRequests } from '../platform/http/request-trace.ts'
import { createRequestReplay } from '../platform/http/request-replay.ts'
import { securityHeaders } from '../platform/http/security.ts'
import { requestIds } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { isTracing } from '../platform/trace/trace.ts'
import type { Bus } from '../realtime/index.ts'
import { startRealtime } from './realtime.ts'
import type { Reception } from './reception.ts'

// Chinese texts for validation issues whose schema sets no message of its own.
z.config({ localeError: issueText })

/** Grace period for requests in progress when the process stops; then their connections are closed. */
const SHUTDOWN_GRACE_MS = 10_000
const CLOSE_IDLE_EVERY_MS = 100

type AppDeps = {
  config: Config
  db: Database
  bus: Bus
  clock: Clock
  secrets: Secrets
  passwords: Passwords
  checks: Checks
  storage: Storage
  consoleDir: string
  log: FastifyBaseLogger
  reception: Reception
  pace?: Pace
  /** Undefined: /demo is closed. */
  demoPlatform: DemoPlatform | undefined
}

/** HTTP server of a worker process: liveness, readiness and metrics only. */
export async function buildWorkerApp(
  deps: Pick<AppDeps, 'config' | 'checks' | 'log'> & { reception: Pick<Reception, 'waitingCalls' | 'metrics'> },
): Promise<FastifyInstance> {
  const app = createFastify(deps)
  healthRoutes(app, deps.checks, deps.config.INTERNAL_TOKEN)
  metricsRoutes(app, {
    ...deps.reception,
    openSockets: () => 0,
    heldEvents: () => 0,
    token: deps.config.INTERNAL_TOKEN,
  })
  return app
}

/** The web application without its process; tests build their own. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, bus, clock, secrets, log, reception } = deps
  const passwords = inQueue(
    deps.passwords,
    boundedQueue({ running: 2, waiting: 100, refuse: () => new TooOftenError(1) }),
  )
  const app = createFastify(deps)
  if (isTracing()) traceRequests(app)
  app.setValidatorCompiler(validatorCompiler)
  // `implement` has validated success answers against the contract; error answers have another shape.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler(handleError)
  acceptEmptyJson(app)

  await securityHeaders(app)
  if (config.DEMO && !config.isDemoAsked) app.addHook('onRequest', refuseRemote)
  await docsRoutes(app, config.INTERNAL_TOKEN)

  const isHttps = config.PUBLIC_URL.startsWith('https:')
  const gate = new LoginGate({ db, clock, secrets })
  const closedEntId = config.DEMO ? undefined : DEMO_ENT_ID
  const secondStep = createSecondStep({ db, clock, secrets })
  const auth = new AuthService({
    db,
    bus,
    clock,
    passwords,
    gate,
    recordLogin,
    secondStep,
    closedEntId,
    secrets,
    isHttps,
  })
  const agents = new AgentService({ db, clock, auth, passwords })
  const roles = new RoleService({ db, clock, auth })

  const realtime = startRealtime(app, { db, bus, clock, log })
  healthRoutes(app, deps.checks, config.INTERNAL_TOKEN)
  const registry = metricsRoutes(app, {
    openSockets: () => realtime.hub.size,
    heldEvents: () => realtime.stream.countHeld(),
    waitingCalls: reception.waitingCalls,
    token: config.INTERNAL_TOKEN,
    metrics: reception.metrics,
  })

  const http: ImplementDeps = {
    replay: createRequestReplay(db, secrets, clock),
    authenticate: async (request) => {
      const token = bearerToken(request.headers.authorization)
      const caller = await auth.authenticate(token)
      if (!caller) throw new UserFacingError('unauthorized', await auth.whyRefused(token))
      const roleId = request.headers[PREVIEW_ROLE_HEADER]
      const here = { ...caller, ip: request.ip }
      return roleId === undefined ? here : roles.preview(here, roleId)
    },
  }
  const viewing = new Viewing({ db, bus, clock, write: realtime.hub.tell.bind(realtime.hub) })
  app.addHook('onClose', async () => viewing.close())
  authRoutes(app, http, auth, (caller, tab) => viewing.leave(caller, tab))
  const provider = createSmsProvider(config, clock, log)
  const smsCodes = createSmsCodes({ db, clock, passwords, log, provider, mostPerDay: config.SMS_PER_DAY })
  if (isRegistrationOpen(config.REGISTER_DISABLED))
    registerRoutes(app, http, createRegisterService({ db, clock, passwords, auth, smsCodes }))
  const checkPassword = (caller: Caller, digest: string) => agents.checkOwnPassword(caller, digest, 'password')
  const closing = createClosingService({ db, clock, checkPassword })
  enterpriseRoutes(app, http, createEnterpriseService({ db, clock, findLastBound }), closing)
  certifyRoutes(app, http, createCertifyService({ db, clock, smsCodes }))
  agentRoutes(app, http, agents, createAgentEnabling({ db, clock, auth, handOver: reception.handOver }))
  roleRoutes(app, http, roles)
  auditRoutes(app, http, db)
  exportRoutes(app, http, reception.exports, checkPassword)
  totpRoutes(app, http, new TotpService({ db, clock, secrets, agents, auth }), roles)
  eventRoutes(app, http, db)
  channelRoutes(app, http, reception.channel, reception.readCodes)
  materialRoutes(app, http, reception.materials)
  cardRuleRoutes(app, http, reception.cardRules)
  automationRoutes(app, http, reception.automation)
  receptionPlanRoutes(app, http, reception.receptionPlans)
  bannedWordRoutes(app, http, { db, clock })
  ruleRoutes(app, http, reception.rules)
  flowRoutes(app, http, reception)
  templateRoutes(app, http, createTemplateService({ db, clock, editors: config.EDITABLE_TEMPLATE_ENT_IDS }))
  customerRoutes(app, http, { ...reception, summaries: reception.ai.summaries, viewing })
  personalDataRoutes(app, http, reception.personalData)
  const { suggestions, rewrites } = reception.ai
  customerMessageRoutes(app, http, { ...reception, suggestions, rewrites })
  scheduledMessageRoutes(app, http, reception.scheduledMessages)
  customerSettingRoutes(app, http, { db, clock })
  tagRoutes(app, http, reception)
  leadRoutes(app, http, reception)
  const { statistics } = reception
  statisticsRoutes(app, http, statistics)
  searchRoutes(app, http, reception)
  quickReplyRoutes(app, http, reception.quickReplies, { db, clock })
  aiRoutes(app, http, reception.ai)
  orderRoutes(app, http, reception.orders)
  await paymentNoticeRoutes(app, { db, clock, payments: reception.orders.payments })
  const notices = createNoticeFile(config.NOTICE_FILE, log)
  homeRoutes(app, http, {
    home: createHomeService({ db, clock, counts: reception.counts, statistics, notices }),
    daily: createDailyService({ db, clock, statistics }),
    dailyPushes: createDailyPushService({ db, clock, isDemo: config.DEMO }),
  })
  noticeRoutes(app, http, createNoticeService({ db, clock }))
  notifySettingRoutes(app, http, new NotifySettingService({ db, clock }))
  oauthRoutes(app, http, new OauthService({ db, clock }))
  webhookRoutes(app, http, createWebhookService({ db, clock, secrets, isDemo: config.DEMO }))
  const { channel, materials, cardRules, ai } = reception
  const { knowledge, aiAgents } = ai
  const platform = deps.demoPlatform
  const demoParts = { db, clock, auth, log, platform, channel, materials, cardRules, knowledge, aiAgents }
  demoRoutes(app, http, createVisitorDemos(demoParts))
  if (platform) demoPictureRoutes(app, platform)
  await oauthProtocolRoutes(app, { db, clock, publicUrl: publicUrlOf(config), closedEntId })
  await hooksRoutes(app, { find: reception.find, writer: reception.deliveries, clock, registry })
  await serveChat(app, {
    db,
    bus,
    clock,
    passwords: deps.passwords,
    secrets,
    config,
    isHttps,
    log,
    storage: deps.storage,
    auth,
    realtime,
    customerSends: reception.sends,
    pace: deps.pace,
  })

  await consoleRoutes(app, config, deps.consoleDir, {
    https: isHttps,
    tagManagerHost: config.TAG_MANAGER_HOST,
    pictureOrigin: simulatorOrigin(config),
    hasDemoPage: deps.demoPlatform !== undefined,
    isEmpty: isEmptyUntilSeen(config, db),
  })
  return app
}

/** Whether there is nothing to sign in to; asked of the database until an enterprise was seen, for none ever goes. */
function isEmptyUntilSeen({ DEMO }: Config, db: Database): () => Promise<boolean> {
  let isSeen = DEMO
  return async () => {
    try {
      isSeen ||= await hasOtherEnterprise(db.sql, DEMO_ENT_ID)
      return !isSeen
    } catch {
      // The page must open without the database too.
      return false
    }
  }
}

function createFastify({ config, log }: Pick<AppDeps, 'config' | 'log'>): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    childLoggerFactory: requestLog,
    // Trusts only the nearest proxy's entry of X-Forwarded-For: earlier entries can be forged by the client.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop === 0 : false,
    genReqId: requestIds(),
    bodyLimit: 1024 * 1024,
    requestTimeout: HTTP_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    // A DM's id holds two user ids of 128 characters; percent-encoded, a character takes up to 12.
    routerOptions: { maxParamLength: 3100 },
  })
  // Neither an endless request nor a keep-alive connection that became idle may keep the process from ending.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref()
    app.server.once('close', () => clearInterval(closeIdle))
  })
  return app
}

/** Clients often send `content-type: application/json` without a body; it is read as an empty object. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
}
