import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { lagMetrics } from './lag-metrics.ts'
import { createAi } from './ai.ts'
import {
  AccountEventWorker,
  CauseWorker,
  countWaiting,
  InboundService,
  InboundWorker,
  MediaFetcher,
  PendingExpiry,
  StoredCallWriter,
} from '../inbound/index.ts'
import {
  AutomaticSender,
  createPictureCodes,
  createScheduledMessages,
  CustomerSendService,
  type FindSendingAccount,
  OutboundWorker,
} from '../outbound/index.ts'
import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import { createTagJudge, type Engine } from '../engine/index.ts'
import { createAutomation, createCommentWorker, createIntents, storeComments } from '../features/automation/index.ts'
import { createRuleService, createRuleWorker } from '../features/automation-rule/index.ts'
import { createFlows } from '../features/flow/index.ts'
import { CardRuleRunner, CardRuleService } from '../features/card-rule/index.ts'
import { findCallerOfAgent, isSuspended } from '../features/auth/index.ts'
import { type Channel, endAuthorisation, findAccount, findSendingAccount } from '../features/channel/index.ts'
import { CountService, ListService, refreshBitmaps } from '../list/index.ts'
import { createCustomerReception, type StartFlow } from '../reception/index.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { watchCustomers } from '../features/notice/index.ts'
import { CustomerWriter } from '../customer/customer-writer.ts'
import { DetailService } from '../profile/index.ts'
import { ThreadService } from '../thread/index.ts'
import { createBusyEnd } from '../features/agent/index.ts'
import { createDailyPushWorker, createDailyService } from '../features/home/index.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { createErasureWorker, createPersonalDataService, createRetention } from '../features/personal-data/index.ts'
import { checkLedger, PointsReceptionWorker } from '../features/points/index.ts'
import { createOrders } from '../features/order/index.ts'
import { createMaterials, createSubmittedCards } from '../features/material/index.ts'
import { bindTagsAutomatically, createTagJudgeWorker, createTagRuleWorker } from '../features/tag/index.ts'
import { createReceptionPlanService } from '../features/reception-plan/index.ts'
import { SearchIndexer } from '../features/search/index.ts'
import { createRollupWorker, replicatedStatistics } from '../features/statistics/index.ts'
import { createWebhookWorker } from '../features/webhook/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Bus, WorkQueue } from '../realtime/index.ts'
import { createExports } from './exports.ts'
import { createWorkbench } from './workbench.ts'

export type ReceptionDeps = {
  config: Config
  channel: Channel
  db: Database
  /** Statistics are read there. Default: from the database. */
  replica?: Replica | undefined
  bus: Bus
  clock: Clock
  secrets: Secrets
  storage: Storage
  log: FastifyBaseLogger
  /** Default: the engine that calls the enterprises' configured models. */
  engine?: Engine | undefined
}

export type Reception = ReturnType<typeof createReception>

/** The modules between platforms and customer threads: platform accounts, inbound, outbound, automation and AI. */
export function createReception(deps: ReceptionDeps) {
  const { channel, config, db, replica, bus, clock, log, storage, secrets } = deps
  const { keeper, sources } = channel
  const find = sources.find.bind(sources)
  const wake = (queue: WorkQueue) => () => bus.publish({ kind: 'work', queue })

  const writer = new CustomerWriter({ bus })
  watchCustomers(writer)
  const findSending: FindSendingAccount = (sql, entId, id) => findSendingAccount(sql, sources, entId, id)
  const heldBack = new Counter<string>({
    name: 'ruwu_messages_held_back_total',
    help: 'Automatic messages that the guard or the quota held back, by kind',
    labelNames: ['kind'],
    registers: [],
  })
  const { readCodes, codesOf } = createPictureCodes({ db, storage })
  const automatic = new AutomaticSender({
    writer,
    clock,
    findAccount: findSending,
    codesOf,
    onQueued: wake('outbound'),
    onHeldBack: (kind) => heldBack.inc({ kind }),
  })
  const ai = createAi({ ...deps, writer, automatic, findAccount: findSending })
  const { settings, leadPush, followUps, autoArchive } = createAutomation({
    ...deps,
    writer,
    automatic,
    findAccount: findSending,
    modelCaller: ai.modelCaller,
    search: ai.search,
    isDemo: config.DEMO,
  })
  const tagJudge = createTagJudge(ai.modelCaller)
  const intents = createIntents({ db, clock, judge: tagJudge })
  const cardRuleRunner = new CardRuleRunner({
    intents,
    db,
    clock,
    log,
    sender: {
      send: (tx, { cardRuleId, materialId, ...message }) =>
        automatic.send(tx, { ...message, meta: { cardRuleId, ...(materialId ? { materialId } : {}) } }),
      report: (tx, held) => automatic.report(tx, held),
    },
    tag: (tx, key, { name, tagIds }, now) =>
      bindTagsAutomatically(tx, writer, key, { tagIds, who: `发卡规则「${name}」` }, now),
  })
  const submittedCards = createSubmittedCards({ db, clock, writer, automatic })
  const causes = new CauseWorker({
    db,
    clock,
    log,
    handle: async (cause) => {
      const greetAt = await ai.welcome.greet(cause)
      // What else answers the entry comes after the welcome.
      if (greetAt) return greetAt
      if (cause.kind !== 'copy') await cardRuleRunner.onInbound(cause)
      await ai.furtherRequests.onInbound(cause)
      // Last: it ends the cause.
      await submittedCards.onInbound(cause)
      return undefined
    },
  })
  const inbound = new InboundService({
    writer,
    clock,
    leads: leadKeeper,
    onCauses: wake('causes'),
    onMedia: wake('media'),
  })
  const details = new DetailService({ db, clock, findAccount: findSending })
  const workbench = createWorkbench({ db, writer, clock, log, details })
  const { worker: flowWorker, ...flowParts } = createFlows({
    db,
    clock,
    log,
    writer,
    automatic,
    findAccount: findSending,
    leads: leadKeeper,
    engine: ai.engine,
    search: ai.search,
    intents,
    secrets,
    readCodes,
    isDemo: config.DEMO,
    planFlow: async (sql, entId, relationId, now) =>
      (await getAccountReception(sql, entId, relationId, now)).planFlowId,
    onDue: wake('flows'),
  })
  const startFlow: StartFlow = async (tx, change, flowId, now) => {
    await flowParts.flowSwitch.start(tx.sql, change, flowId, now)
    tx.afterCommit(wake('flows'))
  }
  const { work: receptionWork, ...receiving } = createCustomerReception({
    db,
    bus,
    clock,
    log,
    writer,
    findAccount: findSending,
    automatic,
    customerTags: workbench.customerTags,
    setStage: (caller, customerId, stageId) => workbench.profiles.update(caller, { customerId, stageId }),
    startFlow,
  })
  const lists = new ListService({ db, clock })
  const statistics = replicatedStatistics({ db, replica, clock })
  const exports = createExports({ db, clock, storage, log, lists, statistics, onQueued: wake('exports') })
  const orders = createOrders({ config, db, clock, log })
  const retention = createRetention({ db, clock, storage, writer, log })
  const ledgerCheck = checkLedger(db, log)
  const sends = new CustomerSendService({
    db,
    writer,
    clock,
    findAccount: findSending,
    codesOf,
    onQueued: wake('outbound'),
  })
  const findCaller = findCallerOfAgent
  const scheduledMessages = createScheduledMessages({ db, writer, clock, log, sends, findCaller, isSuspended })
  const work = {
    ...receptionWork,
    scheduledMessages,
    orders: orders.worker,
    points: new PointsReceptionWorker({ db, clock, log, writer, automatic }),
    causes,
    rules: createRuleWorker({
      db,
      clock,
      log,
      writer,
      automatic,
      secrets,
      isDemo: config.DEMO,
      findAccount: findSending,
      startFlow,
      onStored: wake('rules'),
    }),
    followUps,
    flows: flowWorker,
    autoArchive,
    tagRules: createTagRuleWorker({ db, clock, log, writer }),
    tagJudgements: createTagJudgeWorker({ db, clock, log, writer, judge: tagJudge }),
    search: new SearchIndexer({ db }),
    webhooks: createWebhookWorker({ db, clock, secrets, log, isDemo: config.DEMO }),
    reminders: workbench.reminders,
    busyEnd: createBusyEnd({ db, clock }),
    erasures: createErasureWorker({ db, clock, storage, log, cancelExports: exports.cancel }),
    exports: exports.worker,
    silence: () => cardRuleRunner.runSilence(),
    comments: createCommentWorker({
      db,
      clock,
      log,
      writer,
      automatic,
      findAccount: findSending,
      judge: tagJudge,
      inbound,
      find,
      keeper,
    }),
    inbound: new InboundWorker({
      db,
      clock,
      log,
      inbound,
      keepComments: (tx, comments) => storeComments(tx.sql, comments, clock.now()),
    }),
    accountEvents: new AccountEventWorker({ db, clock, log, handle: (event) => channel.events.handle(event) }),
    sets: { run: () => refreshBitmaps(db) },
    rollups: createRollupWorker({ db, clock }),
    dailyPushes: createDailyPushWorker({
      db,
      clock,
      log,
      isDemo: config.DEMO,
      ...createDailyService({ db, clock, statistics }),
    }),
    overdue: new PendingExpiry({ db, writer, clock, leads: leadKeeper }),
    outbound: new OutboundWorker({
      db,
      clock,
      log,
      find,
      keeper,
      random: Math.random,
      storage,
      writer,
      leads: leadKeeper,
      onAuthorisationEnded: endAuthorisation,
      onFree: wake('outbound'),
    }),
    media: new MediaFetcher({
      db,
      writer,
      clock,
      storage,
      log,
      fetch: async ({ entId, relationId }, ref) => {
        const account = await findAccount(db.sql, entId, relationId)
        const adapter = account && find(account.source)
        if (!adapter) throw new Error('the source is closed')
        return adapter.fetchMedia(await keeper.ready(entId, relationId), ref)
      },
    }),
  }
  return {
    channel,
    writer,
    work,
    find,
    automatic,
    ai,
    readCodes,
    automation: { settings, leadPush },
    receptionPlans: createReceptionPlanService({ db, clock, findAccount: findSending, readCodes }),
    rules: createRuleService({ db, clock, secrets, readCodes, isDemo: config.DEMO }),
    ...flowParts,
    ...receiving,
    waitingCalls: () => countWaiting(db.sql),
    retention,
    ledgerCheck,
    metrics: [heldBack, retention.deleted, ledgerCheck.differences, ...lagMetrics({ db, replica, bus, clock })],
    deliveries: new StoredCallWriter({ db, onStored: (queue) => bus.publish({ kind: 'work', queue }) }),
    materials: createMaterials({ db, clock, storage, sources, keeper }),
    cardRules: new CardRuleService({ db, clock, runner: cardRuleRunner, intents, writer, findAccount: findSending }),
    exports: exports.service,
    statistics,
    orders,
    personalData: createPersonalDataService({ db, clock, secrets, storage, onRequested: wake('erasures') }),
    lists,
    counts: new CountService({ db, clock }),
    details,
    ...workbench,
    threads: new ThreadService({ db, writer, clock, find, keeper }),
    sends,
    scheduledMessages,
  }
}
