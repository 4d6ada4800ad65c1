import type { DemoAction, DemoId, DemoPayload, DemoPhone, DemoStarted, Endpoint, EntId, Source } from '@ruwu/contract'
import { DEMO_ACTS, DEMO_LIFE_MS, DEMO_STARTS, DEMO_TEXTS, DEMOS_MAX, DEMOS_PER_ADDRESS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from '../../../db/database.ts'
import { undoTry } from '../../../platform/auth/throttle.repo.ts'
import { boundedQueue } from '../../../platform/bounded-queue.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../../platform/http/errors.ts'
import type { Origin } from '../../../platform/http/implement.ts'
import { limitAddress } from '../../../platform/http/limit-address.ts'
import { newId } from '../../../platform/ids.ts'
import type { AuthService } from '../../auth/index.ts'
import { endDemo } from '../../enterprise/index.ts'
import type { PhoneOwner } from './demo-platform.ts'
import {
  type BuildDeps,
  furnish,
  openVisitorEnterprise,
  VISITOR_ENT_NAME,
  visitorAccounts,
} from './visitor-enterprise.ts'
import { countDemos, isLivingDemo, listLivingDemos, lockDemos } from './visitor-demo.repo.ts'
import { CallPace, countOne, countWrite, isLimitedWrite } from './visitor-limits.ts'

/** Without a platform /demo is closed. */
type VisitorDemoDeps = Omit<BuildDeps, 'platform'> & {
  platform: BuildDeps['platform'] | undefined
  clock: Clock
  log: FastifyBaseLogger
  auth: AuthService
}

export type VisitorDemos = ReturnType<typeof createVisitorDemos>

/** One throw-away enterprise per visitor, on the simulated platforms. */
export function createVisitorDemos({ db, clock, auth, log, platform, ...parts }: VisitorDemoDeps) {
  // A start takes half a second of the processor and the database.
  const queue = boundedQueue({ running: 1, waiting: 10, refuse: () => new UserFacingError('refused', DEMO_TEXTS.full) })
  const pace = new CallPace(clock)

  const opened = () => {
    if (!platform) throw new UserFacingError('refused', DEMO_TEXTS.off)
    return platform
  }

  /** Living demos are ended in the transaction that opens the new one's session: a start that fails ends none. */
  async function build(origin: Origin, gone: AbortSignal, replaced?: EntId): Promise<DemoStarted> {
    const now = clock.now()
    const entId = newId<EntId>(now)
    const endsAt = new Date(now.getTime() + DEMO_LIFE_MS)
    const deps = { ...parts, db, platform: opened() }
    const team = await db.transaction(async (tx) => {
      await lockDemos(tx.sql)
      if (replaced && !(await isLivingDemo(tx.sql, replaced, now))) throw new NotFoundError('演示')
      if ((await countDemos(tx.sql, replaced)) >= DEMOS_MAX) throw new UserFacingError('refused', DEMO_TEXTS.full)
      return openVisitorEnterprise(tx, entId, { now, endsAt })
    })
    try {
      await furnish(deps, entId, team, now)
      const { id } = team.visitor
      const visitor = { entId, agentId: id }
      const token = gone.aborted ? undefined : await handOver(visitor, origin, { endsAt, replaced })
      if (token !== undefined) {
        const accounts = Object.values(visitorAccounts(entId)).map(({ source, name }) => ({ source, name }))
        const demoId = entId as string as DemoId
        return { demoId, token, entId, id, entName: VISITOR_ENT_NAME, endsAt: endsAt.toISOString(), accounts }
      }
    } catch (error) {
      log.error({ err: error, entId }, 'a demo could not be started')
      await endDemo(db.sql, entId, now)
      throw new UserFacingError('refused', DEMO_TEXTS.failed)
    }
    await endDemo(db.sql, entId, now)
    throw gone.aborted ? new UserFacingError('refused', DEMO_TEXTS.failed) : new NotFoundError('演示')
  }

  /** Undefined: the demo to be replaced has ended meanwhile, as by a reset on another node. */
  async function handOver(
    visitor: Pick<Caller, 'entId' | 'agentId'>,
    origin: Origin,
    { endsAt, replaced }: { endsAt: Date; replaced: EntId | undefined },
  ): Promise<string | undefined> {
    return db.transaction(async (tx) => {
      await lockDemos(tx.sql)
      const now = clock.now()
      if (replaced && !(await endDemo(tx.sql, replaced, now))) return undefined
      await endOldest(tx, origin, now)
      return auth.openSession(tx, visitor, origin, endsAt)
    })
  }

  async function endOldest(tx: Transaction, { ip }: Origin, now: Date): Promise<void> {
    const address = limitAddress(ip)
    const living = (await listLivingDemos(tx.sql, now)).filter((each) => limitAddress(each.ip) === address)
    for (const { entId, agentId } of living.slice(0, Math.max(living.length + 1 - DEMOS_PER_ADDRESS, 0))) {
      await endDemo(tx.sql, entId, now)
      await auth.endSessions(tx, entId, agentId, 'forced')
    }
  }

  async function start(origin: Origin, replaced?: EntId): Promise<DemoStarted> {
    opened()
    // Another site could use up the places from its visitors' browsers, each with an address of its own.
    if (origin.isFromOtherSite) throw new UserFacingError('refused', DEMO_TEXTS.foreign)
    const gone = origin.closed()
    const key = `demo:${limitAddress(origin.ip)}`
    await countOne(db.sql, { key, limit: DEMO_STARTS, now: clock.now(), refusal: DEMO_TEXTS.startsUp })
    try {
      return await queue(async () => {
        // The client has disconnected: the demo would be unused and count towards the limit.
        if (gone.aborted) throw new UserFacingError('refused', DEMO_TEXTS.failed)
        const started = await build(origin, gone, replaced)
        if (gone.aborted) await endDemo(db.sql, started.entId, clock.now())
        return started
      })
    } catch (error) {
      // A start that was refused is none.
      await undoTry(db.sql, key)
      throw error
    }
  }

  /** The visitor's own phone; the demo of another looks absent. */
  async function ownerOf({ entId }: Caller, { demoId, source }: Wanted): Promise<PhoneOwner> {
    await checkOwn(entId, demoId)
    const { platformId: accountId } = visitorAccounts(entId)[source]
    return { source, accountId, customerId: `visitor-${entId}` }
  }

  async function checkOwn(entId: EntId, demoId: DemoId): Promise<void> {
    const isOwn = (entId as string) === demoId && (await isLivingDemo(db.sql, entId, clock.now()))
    if (!isOwn) throw new NotFoundError('演示')
  }

  return {
    start,

    /** Before any call of a visitor: strangers share the database with everybody else. */
    async limitCall(caller: Caller, endpoint: Endpoint): Promise<void> {
      pace.take(caller)
      if (isLimitedWrite(endpoint)) await countWrite(db.sql, caller.entId, clock.now())
    },

    async phone(caller: Caller, wanted: Wanted): Promise<DemoPhone> {
      return opened().phone(await ownerOf(caller, wanted))
    },

    async act(caller: Caller, { action, payload, ...wanted }: Acted): Promise<DemoPhone> {
      const owner = await ownerOf(caller, wanted)
      const { aMinute, inAll } = DEMO_ACTS
      const now = clock.now()
      await countOne(db.sql, { key: `demo-act:${caller.entId}`, limit: aMinute, now })
      await countOne(db.sql, { key: `demo-acts:${caller.entId}`, limit: inAll, now, refusal: DEMO_TEXTS.actsUp })
      await opened().act(owner, toAct(action, payload))
      return opened().phone(owner)
    },

    /** The old sign-in lasts until the new one is there: what the page still asks meanwhile must not look like the end. */
    async reset({ entId, agentId }: Caller, demoId: DemoId, origin: Origin): Promise<DemoStarted> {
      await checkOwn(entId, demoId)
      const next = await start(origin, entId)
      await db.transaction((tx) => auth.endSessions(tx, entId, agentId, 'forced'))
      return next
    },
  }
}

type Wanted = { demoId: DemoId; source: Source }
type Acted = Wanted & { action: DemoAction; payload: DemoPayload }

/** As the simulator names it. */
function toAct(action: DemoAction, { text, picture, messageId, fields = [] }: DemoPayload): object {
  const about = messageId ? { messageId } : {}
  switch (action) {
    case 'enter':
      return { do: 'enter', via: 'profile' }
    case 'text':
      if (!text) throw new UserFacingError('refused', '请输入内容')
      return { do: 'text', text }
    case 'image':
      return { do: 'image', ...(picture && { picture }) }
    case 'submitCard':
      return {
        do: 'submit_card',
        ...about,
        fields: Object.fromEntries(fields.map(({ label, value }) => [label, value])),
      }
    case 'copyWechat':
      return { do: 'copy_wechat', ...about }
    case 'recall':
      return { do: 'recall', ...about }
  }
}
