import type { CustomerId, KnowledgeId, MessageId } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { crashing, unlessCrashed } from '../../testing/crashing-database.ts'
import { findWrongMovements } from '../../testing/ledger-rules.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { takePoints } from './charge.ts'
import {
  chargeAnswer,
  chargeAssist,
  chargeComment,
  chargeFollowUp,
  chargeJudgement,
  chargeLearning,
  grant,
  PointsWorker,
  refundAnswer,
} from './index.ts'
import { findDisagreements, findWrongDays } from './ledger.repo.ts'

const HOUR_MS = 3_600_000
const ROUNDS = 8
const AT_ONCE = 10
const POOLS = ['orderPoints', 'bonusOrderPoints', 'bonusHumanPoints'] as const

/** `npm run prove -- points` runs many. */
const SEEDS = Array.from({ length: Number(process.env.POINTS_SEEDS ?? 2) }, (_, n) => 11 + n)

/** Movements of all kinds and the expiry of lots at once, some of whose transactions end in a crash, while another connection looks on. */
test.each(SEEDS)('whatever happens at once (seed %i), the balance is the sum of the ledger', async (seed) => {
  const here = await world()
  const { db, clock, lin, app } = here
  const { entId } = lin
  const { id: relationId } = await openAccount(here, { entId })
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const messages: MessageId[] = []
  const orders: string[] = []
  const chargedOf = () => {
    const messageId = newId<MessageId>(clock.now())
    messages.push(messageId)
    const customerId = newId<CustomerId>(clock.now())
    return { entId, relationId, customerId, sessionId: null, messageId, hasImage: random() < 0.3 }
  }
  const grantOf = () => {
    // A notification of a payment may come again.
    const orderNo = orders.length > 0 && random() < 0.4 ? orders[below(orders.length)]! : String(orders.length + 1)
    if (!orders.includes(orderNo)) orders.push(orderNo)
    const pool = POOLS[below(POOLS.length)]!
    const expireAt = new Date(clock.now().getTime() + (1 + below(60)) * HOUR_MS)
    return { entId, pool, points: 1 + below(20), expireAt, reason: '测试', ...(pool === 'orderPoints' && { orderNo }) }
  }
  const works: (() => (tx: Transaction) => Promise<unknown>)[] = [
    () => {
      const charged = chargedOf()
      return (tx) => chargeAnswer(tx, charged, clock.now())
    },
    () => {
      const charge = [chargeFollowUp, chargeComment, chargeJudgement][below(3)]!
      const charged = { ...chargedOf(), key: `comment:${newId<string>(clock.now())}` }
      return (tx) => charge(tx, charged, clock.now())
    },
    () => {
      const operatorId = lin.id
      const asked = { ...chargedOf(), operatorId, key: `assist:${newId<string>(clock.now())}` }
      return (tx) => chargeAssist(tx, asked, clock.now())
    },
    () => {
      const given = grantOf()
      return (tx) => grant(tx, given, clock.now())
    },
    () => {
      const messageId = messages[below(messages.length)] ?? newId<MessageId>(clock.now())
      return (tx) => refundAnswer(tx, { entId, messageId }, clock.now())
    },
    () => {
      const key = { entId, relationId: null, knowledgeId: newId<KnowledgeId>(clock.now()), key: 'v1' }
      const chars = below(30_000)
      return (tx) => chargeLearning(tx, { ...key, chars }, clock.now())
    },
    () => {
      const taken = { entId, points: 1 + below(10), reason: '更正', key: `take:${newId<string>(clock.now())}` }
      return (tx) => takePoints(tx, taken, clock.now())
    },
  ]
  const act = () => {
    const on = random() < 0.2 ? crashing(db) : db
    const isExpiry = random() < 0.15
    const work = works[below(works.length)]!()
    return isExpiry
      ? new PointsWorker({ db: on, clock, log: app.log, lowerRunPoints }).run()
      : on.transaction(work).catch(unlessCrashed)
  }
  const over = new AbortController()
  const watch = async () => {
    let looks = 0
    for (; !over.signal.aborted; looks += 1) expect(await findDisagreements(db.sql)).toEqual([])
    return looks
  }
  const watching = watch()

  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, act))
    clock.advance((1 + below(12)) * HOUR_MS)
    expect(await findWrongDays(db.sql)).toEqual([])
  }

  over.abort()
  expect(await watching).toBeGreaterThan(0)
  const { rows: twice } = await db.sql.execute(sql`select order_no from point_ledger
    where ent_id = ${entId} and type = 'recharge' group by order_no having count(*) > 1`)
  expect(twice).toEqual([])
  expect(await findWrongMovements(db.sql, entId)).toEqual([])
})
