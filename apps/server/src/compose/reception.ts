import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { aiLoops, createAi } from './ai.ts'
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
import { AutomaticSender, CustomerSendService, type FindSendingAccount, OutboundWorker } from '../outbound/index.ts'
import type { Database } from '../db/database.ts'
import type { Engine } from '../engine/index.ts'
import { createAutomation } from '../features/automation/index.ts'
import { CardRuleRunner, CardRuleService } from '../features/card-rule/index.ts'
import { type Channel, endAuthorisation, findAccount, findSendingAccount } from '../features/channel/index.ts'
import { CountService, ListService, refreshBitmaps } from '../list/index.ts'
import { createCustomerReception } from '../reception/index.ts'
import { CustomerWriter } from '../customer/customer-writer.ts'
import { DetailService } from '../profile/index.ts'
import { ThreadService } from '../thread/index.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { PointsReceptionWorker } from '../features/points/index.ts'
import { createMaterials } from '../features/material/index.ts'
import { SearchIndexer } from '../features/search/index.ts'
import { type Loop, startLoop } from '../jobs/loop.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Bus, WorkQueue } from '../realtime/index.ts'
import { createWorkbench } from './workbench.ts'

type ReceptionDeps = {
  config: Config
  channel: Channel
  db: Database
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
  const { channel, db, bus, clock, log, storage } = deps
  const { keeper, sources } = channel
  const find = sources.find.bind(sources)
  const wake = (queue: WorkQueue) => () => bus.publish({ kind: 'work', queue })

  const writer = new CustomerWriter({ bus })
  const findSending: FindSendingAccount = (sql, entId, id) => findSendingAccount(sql, sources, entId, id)
  const heldBack = new Counter({
    name: 'ruwu_messages_held_back_total',
    help: 'Automatic messages that the guard or the quota held back, by kind',
    labelNames: ['kind'],
    registers: [],
  })
  const automatic = new AutomaticSender({
    writer,
    clock,
    findAccount: findSending,
    onQueued: wake('outbound'),
    onHeldBack: (kind) => heldBack.inc({ kind }),
  })
  const ai = createAi({ ...deps, writer, automatic, findAccount: findSending })
  const { settings: automation, followUps } = createAutomation({
    ...deps,
    writer,
    automatic,
    findAccount: findSending,
    modelCaller: ai.modelCaller,
    search: ai.search,
  })
  const cardRuleRunner = new CardRuleRunner({
    db,
    clock,
    log,
    sender: {
      send: (tx, { cardRuleId, materialId, ...message }) =>
        automatic.send(tx, { ...message, meta: { cardRuleId, ...(materialId ? { materialId } : {}) } }),
      report: (tx, held) => automatic.report(tx, held),
    },
  })
  const causes = new CauseWorker({
    db,
    clock,
    log,
    handle: async (cause) => {
      await ai.welcome.greet(cause)
      await cardRuleRunner.onInbound(cause)
      await ai.furtherRequests.onInbound(cause)
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
  const workbench = createWorkbench({ db, writer, clock, details })
  const { work: receptionWork, ...receiving } = createCustomerReception({
    db,
    bus,
    clock,
    log,
    writer,
    findAccount: findSending,
    automatic,
    customerTags: workbench.customerTags,
  })
  const work = {
    ...receptionWork,
    points: new PointsReceptionWorker({ db, clock, log, writer, automatic }),
    causes,
    followUps,
    search: new SearchIndexer({ db }),
    reminders: workbench.reminders,
    silence: () => cardRuleRunner.runSilence(),
    inbound: new InboundWorker({ db, clock, log, inbound }),
    accountEvents: new AccountEventWorker({ db, clock, log, handle: (event) => channel.events.handle(event) }),
    sets: { run: () => refreshBitmaps(db) },
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
    automation,
    ...receiving,
    waitingCalls: () => countWaiting(db.sql),
    metrics: [heldBack],
    deliveries: new StoredCallWriter({ db, onStored: (queue) => bus.publish({ kind: 'work', queue }) }),
    materials: createMaterials({ db, clock, storage, sources, keeper }),
    cardRules: new CardRuleService({ db, clock }),
    lists: new ListService({ db }),
    counts: new CountService({ db }),
    details,
    ...workbench,
    threads: new ThreadService({ db, writer, clock, find, keeper }),
    sends: new CustomerSendService({
      db,
      writer,
      clock,
      findAccount: findSending,
      leads: leadKeeper,
      onQueued: wake('outbound'),
    }),
  }
}

const POLL_MS = 1_000
const SILENCE_INTERVAL_MS = 30_000
const RETURN_INTERVAL_MS = 5_000
const POINTS_INTERVAL_MS = 5_000
const WAITING_INTERVAL_MS = 5_000
const ASSIGN_INTERVAL_MS = 30_000
const SESSION_INTERVAL_MS = 60_000
const FOLLOW_UP_INTERVAL_MS = 5_000
const SETS_INTERVAL_MS = 5_000
/** Events after which an agent may be free or a customer may be waiting: they wake queue assignment. */
const MOVES_QUEUE: ReadonlySet<string> = new Set(['agent_status_change', 'channel_change_enable_ai'])

/** Events after which the AI may start or stop answering. */
const MOVES_POINTS: ReadonlySet<string> = new Set(['ent_points_used_up', 'ent_points_back'])

/** Starts the background loops. The returned function stops them and waits for sends in progress. */
export function startReceptionWork({ ai, work }: Reception, { bus, log }: Pick<ReceptionDeps, 'bus' | 'log'>) {
  const loop = (name: string, round: () => Promise<boolean>, everyMs = POLL_MS) =>
    startLoop({ round, everyMs, onError: (error) => log.error({ err: error, loop: name }, 'work failed') })
  const inbound = loop('inbound', () => work.inbound.run())
  const accountEvents = loop('account events', () => work.accountEvents.run())
  const outbound = loop('outbound', () => work.outbound.run())
  const media = loop('media', () => work.media.run())
  const overdue = loop('overdue', async () => (await work.overdue.settle()) > 0)
  const causes = loop('causes', () => work.causes.run())
  const silence = loop('silence', () => work.silence(), SILENCE_INTERVAL_MS)
  const followUps = loop('follow-ups', () => work.followUps.run(), FOLLOW_UP_INTERVAL_MS)
  const search = loop('search', () => work.search.run())
  const reminders = loop('reminders', () => work.reminders.run())
  const returns = loop('return of the AI', () => work.returns.run(), RETURN_INTERVAL_MS)
  const points = loop('points', () => work.points.run(), POINTS_INTERVAL_MS)
  const waiting = loop('waiting', () => once(work.waiting), WAITING_INTERVAL_MS)
  const assignment = loop('queue assignment', () => once(work.assignQueue), ASSIGN_INTERVAL_MS)
  const sets = loop('customer sets', () => once(work.sets), SETS_INTERVAL_MS)
  const sessionExpiry = loop('session end', () => work.sessionExpiry.run(), SESSION_INTERVAL_MS)
  const receiving: Loop[] = [returns, points, waiting, assignment, sessionExpiry]
  const loops: Loop[] = [
    inbound,
    accountEvents,
    outbound,
    media,
    overdue,
    causes,
    silence,
    followUps,
    search,
    reminders,
    sets,
    ...receiving,
    ...aiLoops(ai, loop),
  ]
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'events') {
      if (message.events.some((event) => MOVES_QUEUE.has(event.type))) assignment.wake()
      if (message.events.some((event) => MOVES_POINTS.has(event.type))) points.wake()
    }
    if (message.kind !== 'work') return
    if (message.queue === 'outbound') return outbound.wake()
    if (message.queue === 'accounts') return accountEvents.wake()
    if (message.queue === 'assign') return assignment.wake()
    if (message.queue === 'media') return media.wake()
    if (message.queue === 'causes') return causes.wake()
    inbound.wake()
  })
  return async () => {
    unsubscribe()
    work.followUps.stop()
    await Promise.all(loops.map((each) => each.close()))
    await work.outbound.drain()
  }
}

/** Adapts work that is complete after one round: the loop then waits for its interval. */
async function once(work: { run(): Promise<void> }): Promise<false> {
  await work.run()
  return false
}
