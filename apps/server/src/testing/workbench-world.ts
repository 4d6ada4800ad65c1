import { ConsoleEvent, customerApi, type CustomerId, CustomerItem, type EntId, messageApi } from '@ruwu/contract'
import {
  freshThread,
  type ThreadState,
  withChange,
  withMessage,
  withNewerCustomer,
  withNewerSeat,
  withPage,
} from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { customer } from '../db/schema/index.ts'
import type { Person } from './person.ts'
import { openAccount, Platform } from './platform.ts'
import { world, type WorldOptions } from './world.ts'

export type WorkbenchWorld = Awaited<ReturnType<typeof workbenchWorld>>

/** A world with an open account, and customers who write to it. */
export async function workbenchWorld(options: WorldOptions = {}) {
  const here = await world(options)
  const platform = new Platform(here)
  const account = await openAccount(here, { entId: here.zhao.entId })

  const rowOf = async (entId: EntId, name: string) => {
    const [row] = await here.db.sql
      .select()
      .from(customer)
      .where(and(eq(customer.entId, entId), eq(customer.platformUserId, name)))
    if (!row) throw new Error(`there is no customer ${name}`)
    return row
  }

  /** The person of this name writes, a second apart; answers who they are. */
  const write = async (name: string, ...texts: string[]): Promise<CustomerId> => {
    for (const text of texts) {
      here.clock.advance(1_000)
      await platform.tell(platform.text(account, name, text))
      await platform.settle()
    }
    return (await rowOf(account.entId, name)).id
  }

  return { ...here, platform, account, write, rowOf: (name: string) => rowOf(account.entId, name) }
}

/** One customer on an open screen without a browser: row and thread, changed by the events the screen receives. */
export async function openWorkbench(person: Person, customerId: CustomerId) {
  const socket = await person.connect()
  await socket.next((frame) => frame.type === 'nop')
  const fetchRow = async () => CustomerItem.parse(await person.call(customerApi.detail, { query: { customerId } }))
  const fetchThread = () => person.call(messageApi.list, { body: { customerId, limit: 100 } })
  let row: CustomerItem = await fetchRow()
  let thread: ThreadState = withPage(freshThread(), { kind: 'around', ...(await fetchThread()) })
  const heard: ConsoleEvent[] = []

  const apply = (event: ConsoleEvent) => {
    heard.push(event)
    if ('customer' in event && event.customerId === customerId) row = withNewerCustomer(row, event.customer)
    if (event.type === 'cus_seat' && event.customerId === customerId) row = withNewerSeat(row, event.seat)
    if (event.type === 'cus_message' && event.customerId === customerId) thread = withMessage(thread, event.message)
    if (event.type === 'message_change' || event.type === 'send_msg_failed' || event.type === 'cus_read')
      thread = withChange(thread, event)
  }

  return {
    /** Everything heard up to now, oldest first. */
    async events(): Promise<ConsoleEvent[]> {
      await socket.roundTrip()
      for (const type of ['message', 'hint'] as const)
        for (const frame of socket.take(type))
          apply(ConsoleEvent.parse({ type: frame.content.type, ...(JSON.parse(frame.content.text) as object) }))
      return heard
    },
    /** What is shown equals what a fresh fetch brings. */
    async agrees(): Promise<void> {
      await this.events()
      expect(row).toEqual(await fetchRow())
      expect(thread.messages).toEqual((await fetchThread()).items)
    },
  }
}
