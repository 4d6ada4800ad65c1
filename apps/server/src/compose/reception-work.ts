import { startLanes } from '../jobs/lanes.ts'
import { type Loop, startLoop } from '../jobs/loop.ts'
import type { WorkQueue } from '../realtime/index.ts'
import { aiLoops } from './ai.ts'
import { readDueLoops } from './due-work.repo.ts'
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
  const byName = new Map<string, Loop>()
  const named = (name: string, started: Loop) => {
    byName.set(name, started)
    return started
  }
  const start = (name: string, round: () => Promise<boolean>, everyMs = POLL_MS) =>
    startLoop({ round, everyMs, onError: (error) => log.error({ err: error, loop: name }, 'work failed') })
  const loop = (...args: Parameters<typeof start>) => named(args[0], start(...args))
  const lanes = (name: string, count: number, round: (onClaim: () => void) => Promise<boolean>) =>
    named(name, startLanes({ count, start: (each) => start(name, each), round }))
  const woken = {
    inbound: loop('inbound', () => work.inbound.run()),
    accounts: loop('account events', () => work.accountEvents.run()),
    outbound: loop('outbound', () => work.outbound.run()),
    media: loop('media', () => work.media.run()),
    causes: lanes('causes', CAUSE_LANES, (onClaim) => work.causes.run(onClaim)),
    rules: together([
      loop('rules', () => work.rules.fire()),
      lanes('rule actions', RULE_LANES, (onClaim) => work.rules.act(onClaim)),
    ]),
    erasures: loop('erasures', () => work.erasures.run()),
    flows: loop('flows', () => work.flows.run()),
    exports: lanes('exports', EXPORT_LANES, (onClaim) => work.exports.run(onClaim)),
    assign: loop('queue assignment', () => once(work.assignQueue), ASSIGN_INTERVAL_MS),
    points: loop('points', () => work.points.run(), POINTS_INTERVAL_MS),
  } satisfies Record<WorkQueue, Loop>
  const loops: Loop[] = [
    ...Object.values(woken),
    loop('overdue', async () => (await work.overdue.settle()) > 0),
    loop('silence', () => work.silence(), SILENCE_INTERVAL_MS),
    loop('follow-ups', () => work.followUps.run(), FOLLOW_UP_INTERVAL_MS),
    lanes('comments', COMMENT_LANES, (onClaim) => work.comments.run(onClaim)),
    loop('automatic archive', () => once(work.autoArchive), AUTO_ARCHIVE_INTERVAL_MS),
    loop('tag rules', () => work.tagRules.run()),
    loop('tag judgements', () => work.tagJudgements.run(), JUDGEMENT_INTERVAL_MS),
    loop('search', () => work.search.run()),
    loop('orders', () => work.orders.run(), ORDER_INTERVAL_MS),
    loop('webhooks', () => work.webhooks.run()),
    loop('end of 忙碌', () => once(work.busyEnd), BUSY_INTERVAL_MS),
    loop('reminders', () => work.reminders.run()),
    loop('postponed conversations', () => work.postpones.run()),
    loop('scheduled messages', () => work.scheduledMessages.run(), SCHEDULED_INTERVAL_MS),
    loop('return of the AI', () => work.returns.run(), RETURN_INTERVAL_MS),
    loop('waiting', () => once(work.waiting), WAITING_INTERVAL_MS),
    loop('customer sets', () => once(work.sets), SETS_INTERVAL_MS),
    loop('daily reports', () => work.dailyPushes.run(), DAILY_PUSH_INTERVAL_MS),
    loop('rollups', () => once(work.rollups), ROLLUP_INTERVAL_MS),
    loop('hand-over', () => work.handOver.run(), HAND_OVER_INTERVAL_MS),
    loop('session end', () => work.sessionExpiry.run(), SESSION_INTERVAL_MS),
    ...aiLoops(ai, loop),
  ]
  const asking = start(
    'due work',
    async () => {
      for (const name of await readDueLoops(db.sql, clock.now())) byName.get(name)?.wake()
      return false
    },
    ASK_MS,
  )
  // A node of a newer version may name a queue that is unknown here.
  const byQueue = new Map<string, Loop>(Object.entries(woken))
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
    await Promise.all(loops.map((each) => each.close()))
    await Promise.all([work.outbound.drain(), work.webhooks.close(), work.flows.settle()])
  }
}

/** Several loops as one. */
function together(all: readonly Loop[]): Loop {
  return {
    wake: () => all.forEach((each) => each.wake()),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  }
}

/** Adapts work that is complete after one round: the loop then waits for its interval. */
async function once(work: { run(): Promise<void> }): Promise<false> {
  await work.run()
  return false
}
