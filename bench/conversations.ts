import { setTimeout as sleep } from 'node:timers/promises'
import { type CustomerId, type CustomerMessage, eventApi, messageApi } from '@ruwu/contract'
import type { Caller } from '@ruwu/e2e/caller.ts'
import type { SimulatedPlatform, Source } from '@ruwu/e2e/simulated-platform.ts'
import { bind, type BoundAccount } from './bound-accounts.ts'

const PEOPLE = 6
const SETTLE_MS = 60_000

export type Talk = { account: BoundAccount; platformId: string; customerId: CustomerId }

/** Two accounts, and people who have written to them. */
export async function meet(admin: Caller, platform: SimulatedPlatform): Promise<Talk[]> {
  const accounts = [await bind(admin, platform, 'douyin'), await bind(admin, platform, 'redbook')]
  const people: { account: BoundAccount; platformId: string; name: string }[] = []
  for (const account of accounts) {
    for (let n = 0; n < PEOPLE / 2; n += 1) {
      const name = `客户${account.source}${n}`
      const platformId = await platform.newCustomer(account.source, account.accountId, name)
      await platform.writeAs(account.source, account.accountId, platformId, '在吗')
      people.push({ account, platformId, name })
    }
  }
  for (let tries = 0; tries < 100; tries += 1) {
    await sleep(200)
    const { items } = await admin.call(eventApi.list, { body: { after: 0 } })
    const created = items
      .filter((item) => item.type === 'customer_create')
      .map((item) => item.payload.customer as Created)
    if (created.length < people.length) continue
    return people.map(({ account, platformId, name }) => {
      const found = created.find((each) => each.name === name)
      if (!found) throw new Error(`${name} is not here`)
      return { account, platformId, customerId: found.customerId }
    })
  }
  throw new Error('the customers did not come')
}

type Created = { name: string; customerId: CustomerId; source: Source }

/** The messages of all threads as a console fetches them. */
export async function readThreads(caller: Caller, talks: readonly Talk[]): Promise<CustomerMessage[]> {
  const messages: CustomerMessage[] = []
  for (const { customerId } of talks) {
    for (let afterSeq = 0, hasMore = true; hasMore;) {
      const page = await caller.call(messageApi.list, { body: { customerId, afterSeq, limit: 100 } })
      messages.push(...page.items)
      afterSeq = page.items.at(-1)?.seq ?? afterSeq
      hasMore = page.hasMoreAfter
    }
  }
  return messages
}

/** Our messages of all threads, by their text, once none of them is under way any more. */
export async function settled(caller: Caller, talks: readonly Talk[]): Promise<Map<string, CustomerMessage>> {
  const end = Date.now() + SETTLE_MS
  for (;;) {
    const ours = (await readThreads(caller, talks)).filter(({ senderKind }) => senderKind === 'human')
    if (Date.now() > end || ours.every((message) => message.status !== 0))
      return new Map(ours.map((message) => [message.content.text ?? '', message]))
    await sleep(1_000)
  }
}

/** How often each of our texts is in the conversations that customers see. */
export async function countArrived(platform: SimulatedPlatform, talks: readonly Talk[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const accounts = new Map(talks.map(({ account }) => [account.accountId, account]))
  for (const { source, accountId } of accounts.values()) {
    for (const { messages } of await platform.threads(source, accountId)) {
      for (const { from, content } of messages) {
        if (from === 'merchant' && content.text) counts.set(content.text, (counts.get(content.text) ?? 0) + 1)
      }
    }
  }
  return counts
}
