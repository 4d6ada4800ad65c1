import { customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../channels/platform-error.ts'
import { customerMessage, message, outbox } from '../db/schema/index.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'
import type { Person } from '../testing/person.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let out: OutboundWorld
let here: OutboundWorld['here']
let customerId: CustomerId

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here, customerId } = out)
})

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
const countWaiting = async () => (await here.db.pool.query(WAITING)).rowCount

/** Runs the calls in order, each blocked on the customer's row lock after its first reads. */
async function inLine(...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const begun: Promise<unknown>[] = []
  await here.db.transaction(async (tx) => {
    await tx.sql.execute(sql`select 1 from customer for update`)
    for (const call of calls) {
      begun.push(call())
      await expect.poll(countWaiting).toBe(begun.length)
    }
  })
  return Promise.all(begun)
}

// The account is the receiver of the event: of a message of ours that is the customer.
const echoOfRecall = (messageId: string) => ({
  ...out.platform.base(out.account),
  accountId: '小满',
  kind: 'recall' as const,
  messageId,
  by: 'unknown' as const,
  peerId: out.account.platformId,
})

describe('taking back', () => {
  test('what somebody has just tried again catches it before it leaves', async () => {
    out.answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await out.work()
    out.answer = out.take
    const screen = await openWorkbench(here.lin, customerId)

    await inLine(
      () => out.send(here.lin, '说错了', 'chat-001', { retry: true }),
      () => here.lin.call(messageApi.withdraw, { body: { id } }),
    )
    await out.work()

    expect(out.arrived).toEqual([])
    expect(await here.db.sql.select().from(outbox)).toEqual([])
    expect(await here.lin.call(customerApi.detail, { query: { customerId } })).toMatchObject({ quota: { left: 6 } })
    await screen.agrees()
  })

  test('what somebody has tried again and what out.arrived meanwhile is refused: it would stay there', async () => {
    out.answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await out.work()
    let asked: ReturnType<Person['refused']> | undefined
    await here.db.transaction(async (tx) => {
      await tx.sql.execute(sql`select 1 from customer for update`)
      asked = here.lin.refused(messageApi.withdraw, { body: { id } })
      await expect.poll(countWaiting).toBe(1)
      const arrivedAfterAll = { status: 1, failKind: null, failMsg: null } as const
      await tx.sql.update(customerMessage).set(arrivedAfterAll).where(eq(customerMessage.id, id))
    })

    expect(await asked).toMatchObject({ code: 42200, msg: '消息正在发送，请稍后再试' })
    expect(await out.states()).toEqual([['说错了', 1, undefined]])
  })

  test('what never out.arrived does not make it sent', async () => {
    out.answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await out.work()
    const screen = await openWorkbench(here.lin, customerId)

    expect(await here.lin.call(messageApi.withdraw, { body: { id } })).toMatchObject({ recall: true, status: 2 })

    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.find((item) => item.id === id)).toMatchObject({
      status: 2,
      recall: true,
      content: { type: 'recalled' },
    })
    await screen.agrees()
  })

  test('within two minutes, at the platform first; a refusal there changes nothing', async () => {
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await out.work()
    for (const [kind, msg] of [
      ['recall_too_late', '消息已超过可撤回时间'],
      // Nothing tries it again.
      ['platform_down', '平台繁忙，请稍后再试'],
      ['rate_limited', '操作太快被平台限制，请稍后再试'],
    ] as const) {
      Object.assign(here.platform.douyin, {
        recall: async () => {
          throw new PlatformError(kind)
        },
      })
      expect(await here.lin.refused(messageApi.withdraw, { body: { id } })).toMatchObject({ code: 42202, msg })
    }
    expect(await out.states()).toEqual([['说错了', 1, undefined]])

    Object.assign(here.platform.douyin, { recall: async () => {} })
    expect(await here.lin.call(messageApi.withdraw, { body: { id } })).toMatchObject({ recall: true })
    expect(await absentForRival(here.rival, messageApi.withdraw, { body: { id } })).toMatchObject({ code: 40401 })
  })

  test('asked ten times at once, the platform is asked once', async () => {
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await out.work()
    let recalls = 0
    Object.assign(here.platform.douyin, {
      recall: async () => {
        recalls += 1
        if (recalls > 1) throw new PlatformError('unknown')
      },
    })

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => here.lin.call(messageApi.withdraw, { body: { id } })),
    )

    expect(answers.filter(({ recall }) => !recall)).toEqual([])
    expect(recalls).toBe(1)
  })

  test.each(['after it has answered', 'while it is asked'])(
    'is stored once, whether the platform tells of it %s',
    async (when) => {
      const { id } = await out.send(here.lin, '说错了', 'chat-001')
      await out.work()
      const screen = await openWorkbench(here.lin, customerId)
      const tell = async () => {
        await out.platform.tell(echoOfRecall('@out-1=='))
        await out.platform.settle()
      }
      Object.assign(here.platform.douyin, { recall: when === 'while it is asked' ? tell : async () => {} })

      await here.lin.call(messageApi.withdraw, { body: { id } })
      if (when === 'after it has answered') await tell()

      const stored = await here.db.sql.select({ content: message.content }).from(message).orderBy(message.seq)
      expect(stored.map(({ content }) => content.type).filter((type) => type.startsWith('recall'))).toEqual([
        'recalled',
        'recall',
      ])
      await screen.agrees()
    },
  )

  test('what is still waiting never leaves; later, or another’s, is refused', async () => {
    const { id } = await out.send(here.lin, '说错了', 'chat-001')
    await here.lin.call(messageApi.withdraw, { body: { id } })
    await out.work()
    expect(out.arrived).toEqual([])

    const later = await out.send(here.lin, '再说', 'chat-002')
    expect(await here.zhao.refused(messageApi.withdraw, { body: { id: later.id } })).toMatchObject({
      msg: '只能撤回自己发送的消息',
    })
    here.clock.advance(120_000)
    expect(await here.lin.refused(messageApi.withdraw, { body: { id: later.id } })).toMatchObject({
      msg: '消息已超过 2 分钟，无法撤回',
    })
  })
})
