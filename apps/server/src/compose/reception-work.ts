import { startLanes } from '../jobs/lanes.ts'
import { type Loop, startLoop } from '../jobs/loop.ts'
import type { WorkQueue } from '../realtime/index.ts'
import { aiLoops, type DefineLoop, type StartNamed } from './ai.ts'
import { type DueLoop, readDueLoops } from './due-work.repo.ts'
import type { Reception, ReceptionDeps } from './reception.ts'

/** How often the database is asked which loops have work. Short, because a handoff hint is due moments after 转人工. */
const ASK_MS = 500
/** A loop that is asked for polls this rarely; others have an interval of their own. */
const POLL_MS = 10_000
const ROLLUP_INTERVAL_MS = 1_000
const SILENCE_INTERVAL_MS = 30_000
const RETURN_INTERVAL_MS = 5_000
const POINTS_INTERVAL_MS = 5_000
const WAITING_INTERVAL_MS = 5_000
const BUSY_INTERVAL_MS = 5_000
const ORDER_INTERVAL_MS = 5_000
const ASSIGN_INTERVAL_MS = 30_000
const SESSION_INTERVAL_MS = 60_000
const HAND_OVER_INTERVAL_MS = 30_000
const FOLLOW_UP_INTERVAL_MS = 5_000
const AUTO_ARCHIVE_INTERVAL_MS = 60_000
const SETS_INTERVAL_MS = 5_000
const DAILY_PUSH_INTERVAL_MS = 60_000
const JUDGEMENT_INTERVAL_MS = 5_000
/** How soon a message is said to be stopped; before it is sent that is checked in any case. */
const SCHEDULED_INTERVAL_MS = 3_000
/** Rules that act at once: those that wait for a Webhook do not hold up the others. */
const RULE_LANES = 8
/** Rounds of welcomes and card rules at once, at most two of an enterprise. */
const CAUSE_LANES = 6
/** Comments answered at once, at most two of an enterprise. */
const COMMENT_LANES = 6
/** Exports at once: a long one of an enterprise does not hold up the others. */
const EXPORT_LANES = 2
/** Events after which an agent may be free or a customer may be waiting: they wake queue assignment. */
const MOVES_QUEUE: ReadonlySet<string> = new Set([
  'agent_status_change',
  'agent_change',
  'agent_create',
  'role_change',
  'channel_change_enable_ai',
])

/** Events after which the AI may start or stop answering. */
const MOVES_POINTS: ReadonlySet<string> = new Set(['ent_points_used_up', 'ent_points_back'])

/** The queue that an event moves: its workers may be on nodes that do not follow the event's enterprise. */
export const queueMovedBy = (type: string): WorkQueue | undefined => {
  if (MOVES_QUEUE.has(type)) return 'assign'
  return MOVES_POINTS.has(type) ? 'points' : undefined
}

/** Starts the background loops. The returned function stops them and waits for sends in progress. */
export function startReceptionWork({ ai, work }: Reception, deps: Pick<ReceptionDeps, 'bus' | 'clock' | 'db' | 'log'>) {
  const { bus, clock, db, log } = deps
  const start = (name: string, round: () => Promise<boolean>, everyMs = POLL_MS) =>
    startLoop({ round, everyMs, onError: (error) => log.error({ err: error, loop: name }, 'work failed') })
  const loop: DefineLoop = (round, everyMs) => (name) => start(name, round, everyMs)
  const lanes =
    (count: number, round: (onClaim: () => void) => Promise<boolean>): StartNamed =>
    (name) =>
      startLanes({ count, start: (each) => start(name, each), round })
  const ofAi = aiLoops(ai, loop)

  const due = startAll({
    inbound: loop(() => work.inbound.run()),
    'account events': loop(() => work.accountEvents.run()),
    outbound: loop(() => work.outbound.run()),
    media: loop(() => work.media.run()),
    causes: lanes(CAUSE_LANES, (onClaim) => work.causes.run(onClaim)),
    rules: loop(() => work.rules.fire()),
    'rule actions': lanes(RULE_LANES, (onClaim) => work.rules.act(onClaim)),
    erasures: loop(() => work.erasures.run()),
    flows: loop(() => work.flows.run()),
    exports: lanes(EXPORT_LANES, (onClaim) => work.exports.run(onClaim)),
    overdue: loop(async () => (await work.overdue.settle()) > 0),
    comments: lanes(COMMENT_LANES, (onClaim) => work.comments.run(onClaim)),
    'tag rules': loop(() => work.tagRules.run()),
    search: loop(() => work.search.run()),
    webhooks: loop(() => work.webhooks.run()),
    reminders: loop(() => work.reminders.run()),
    'postponed conversations': loop(() => work.postpones.run()),
    'scheduled messages': loop(() => work.scheduledMessages.run(), SCHEDULED_INTERVAL_MS),
    ...ofAi.due,
  } satisfies Record<DueLoop, StartNamed>)
  const polled = startAll({
    'queue assignment': loop(() => once(work.assignQueue), ASSIGN_INTERVAL_MS),
    points: loop(() => work.points.run(), POINTS_INTERVAL_MS),
    silence: loop(() => work.silence(), SILENCE_INTERVAL_MS),
    'follow-ups': loop(() => work.followUps.run(), FOLLOW_UP_INTERVAL_MS),
    'automatic archive': loop(() => once(work.autoArchive), AUTO_ARCHIVE_INTERVAL_MS),
    'tag judgements': loop(() => work.tagJudgements.run(), JUDGEMENT_INTERVAL_MS),
    orders: loop(() => work.orders.run(), ORDER_INTERVAL_MS),
    'end of 忙碌': loop(() => once(work.busyEnd), BUSY_INTERVAL_MS),
    'return of the AI': loop(() => work.returns.run(), RETURN_INTERVAL_MS),
    waiting: loop(() => once(work.waiting), WAITING_INTERVAL_MS),
    'customer sets': loop(() => once(work.sets), SETS_INTERVAL_MS),
    'daily reports': loop(() => work.dailyPushes.run(), DAILY_PUSH_INTERVAL_MS),
    rollups: loop(() => once(work.rollups), ROLLUP_INTERVAL_MS),
    'hand-over': loop(() => work.handOver.run(), HAND_OVER_INTERVAL_MS),
    'session end': loop(() => work.sessionExpiry.run(), SESSION_INTERVAL_MS),
    ...ofAi.polled,
  })
  const woken = {
    inbound: due.inbound,
    accounts: due['account events'],
    outbound: due.outbound,
    media: due.media,
    causes: due.causes,
    rules: together([due.rules, due['rule actions']]),
    erasures: due.erasures,
    flows: due.flows,
    exports: due.exports,
    assign: polled['queue assignment'],
    points: polled.points,
  } satisfies Record<WorkQueue, Pick<Loop, 'wake'>>
  const asking = start(
    'due work',
    async () => {
      for (const name of await readDueLoops(db.sql, clock.now())) due[name].wake()
      return false
    },
    ASK_MS,
  )
  // A node of a newer version may name a queue that is unknown here.
  const byQueue = new Map<string, Pick<Loop, 'wake'>>(Object.entries(woken))
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'work') byQueue.get(message.queue)?.wake()
  })
  return async () => {
    unsubscribe()
    await asking.close()
    work.followUps.stop()
    work.tagJudgements.stop()
    work.exports.stop()
    work.flows.stop()
    await Promise.all([...Object.values(due), ...Object.values(polled)].map((each) => each.close()))
    await Promise.all([work.outbound.drain(), work.webhooks.close(), work.flows.settle()])
  }
}

/** Starts each by its name, which log lines give. */
const startAll = <Name extends string>(all: Record<Name, StartNamed>): Record<Name, Loop> =>
  Object.fromEntries(Object.entries<StartNamed>(all).map(([name, startNamed]) => [name, startNamed(name)])) as Record<
    Name,
    Loop
  >

/** Several loops that are woken as one. */
const together = (all: readonly Loop[]): Pick<Loop, 'wake'> => ({ wake: () => all.forEach((each) => each.wake()) })

/** Adapts work that is complete after one round: the loop then waits for its interval. */
async function once(work: { run(): Promise<void> }): Promise<false> {
  await work.run()
  return false
}
