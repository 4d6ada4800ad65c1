import { ChatClient } from '@ruwu/chat-client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { CUT_LINE } from '../support/browser.ts'
import { bucketsOf, enterChatPage, openChatPage, outboxOf, textsOf } from '../support/chat-page.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

/** A client without a browser, with a DM to the user of the page. */
async function colleague(host: string, id: string, peer: string) {
  const client = new ChatClient({ host })
  await client.guestLogin(id)
  await client.connect()
  const sendMessages = async (from: number, to: number) => {
    for (let n = from; n <= to; n += 1) await client.sendText(`${id}:${peer}`, String(n))
  }
  return { client, sendMessages, close: () => client.shutdown() }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/** Everything of the topic, paged in. */
const readAll = (page: Page, topicId: string) =>
  page.evaluate(async (id) => {
    for (let before: number | undefined; ;) {
      const { messages, hasMore } = await window.client.history(id, { limit: 50, ...(before ? { before } : {}) })
      if (!hasMore) return
      before = messages[0]?.seq
    }
  }, topicId)

async function shows(page: Page, topicId: string, texts: string[]): Promise<void> {
  await expect.poll(() => textsOf(page, topicId)).toEqual(texts)
}

journey('messages survive a reload, in buckets of 50, and are not fetched again', async ({ server, visit }) => {
  const { page } = await visit()
  await openChatPage(page, 'store1')
  const topicId = 'store1:talker1'
  const talker = await colleague(server.url, 'talker1', 'store1')
  await talker.sendMessages(1, 55)
  // By the page's user: one user may not send so many at once.
  await page.evaluate(async (id) => {
    for (let n = 56; n <= 110; n += 1) await window.client.sendText(id, String(n))
  }, topicId)
  await shows(page, topicId, numbers(1, 110))
  const buckets = () => bucketsOf(page, 'store1', topicId)
  await expect.poll(buckets).toEqual([
    ['00000000', 50],
    ['00000001', 50],
    ['00000002', 10],
  ])

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enterChatPage(page, 'store1')
  await readAll(page, topicId)

  expect(await textsOf(page, topicId)).toEqual(numbers(1, 110))
  expect(asked.filter((path) => path.startsWith('/api/chat/sync'))).toEqual([])

  await talker.sendMessages(111, 112)
  await shows(page, topicId, numbers(1, 112))
  await expect.poll(async () => (await buckets()).at(-1)).toEqual(['00000002', 12])
  talker.close()
})

journey('what was written while offline is sent once by the next visit', async ({ server, visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await openChatPage(page, 'store2')
  const topicId = 'store2:talker2'
  const talker = await colleague(server.url, 'talker2', 'store2')
  await talker.sendMessages(1, 1)
  await shows(page, topicId, ['1'])

  await page.context().setOffline(true)
  await page.evaluate((id) => void window.client.sendText(id, '2').catch(() => undefined), topicId)
  await shows(page, topicId, ['1', '2'])
  await expect.poll(() => outboxOf(page, 'store2')).toBe(1)
  const next = await visitor.tab()
  await page.close()
  await next.context().setOffline(false)
  await openChatPage(next, 'store2')

  const received = () => talker.client.messages('talker2:store2').map(({ content }) => content.text)
  await expect.poll(received).toEqual(['1', '2'])
  await readAll(next, topicId)
  expect(await textsOf(next, topicId)).toEqual(['1', '2'])
  await expect.poll(() => outboxOf(next, 'store2')).toBe(0)
  talker.close()
  visitor.forgive(CUT_LINE)
})

journey(
  'two tabs share one store: both show everything, and what either wrote is there later',
  async ({ server, visit }) => {
    const visitor = await visit()
    const [first, second] = [visitor.page, await visitor.tab()]
    await openChatPage(first, 'store3')
    await openChatPage(second, 'store3')
    const topicId = 'store3:talker3'
    const talker = await colleague(server.url, 'talker3', 'store3')

    await talker.sendMessages(1, 30)
    await first.evaluate((id) => window.client.sendText(id, 'from the first'), topicId)
    await second.evaluate((id) => window.client.sendText(id, 'from the second'), topicId)
    await talker.sendMessages(31, 40)
    const all = [...numbers(1, 30), 'from the first', 'from the second', ...numbers(31, 40)]
    for (const page of [first, second]) await shows(page, topicId, all)
    await second.close()
    await enterChatPage(first, 'store3')
    await readAll(first, topicId)

    expect(await textsOf(first, topicId)).toEqual(all)
    expect(await bucketsOf(first, 'store3', topicId)).toEqual([['00000000', 42]])
    talker.close()
  },
)

journey('a full disk: everything goes on in memory, and says so', async ({ server, visit }) => {
  const { page } = await visit()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
  await openChatPage(page, 'store4')
  const talker = await colleague(server.url, 'talker4', 'store4')

  await talker.sendMessages(1, 20)

  await shows(page, 'store4:talker4', numbers(1, 20))
  await expect.poll(() => page.evaluate(() => window.reported.join(' '))).toContain('QuotaExceededError')
  talker.close()
  await page.close()
})

journey('a browser that forbids storage: everything goes on in memory', async ({ server, visit }) => {
  const { page } = await visit()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
  await openChatPage(page, 'store5')
  const talker = await colleague(server.url, 'talker5', 'store5')

  await talker.sendMessages(1, 3)

  await shows(page, 'store5:talker5', numbers(1, 3))
  expect(await page.evaluate(() => window.reported[0])).toContain('SecurityError')
  talker.close()
  await page.close()
})

journey('a store that another tab keeps from opening: the client begins without it', async ({ server, visit }) => {
  const visitor = await visit()
  const [page, other] = [visitor.page, await visitor.tab()]
  await openChatPage(other, 'holder6')
  await other.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const held = indexedDB.open(name, 1)
        held.addEventListener('success', () => {
          // The deletion waits for this connection, and the next open waits for the deletion.
          indexedDB.deleteDatabase(name).addEventListener('blocked', () => resolve())
        })
      }),
    'ruwu-chat-store6',
  )
  await openChatPage(page, 'store6')
  const talker = await colleague(server.url, 'talker6', 'store6')

  await talker.sendMessages(1, 3)

  await shows(page, 'store6:talker6', numbers(1, 3))
  expect(await page.evaluate(() => window.reported[0])).toContain('indexedDB does not open')

  await other.close()
  // Opened here in the order asked for, so the client, which asked before, has its store when this returns.
  expect(await bucketsOf(page, 'store6', 'store6:talker6')).toEqual([])
  await talker.sendMessages(4, 4)
  await expect.poll(() => bucketsOf(page, 'store6', 'store6:talker6')).toEqual([['00000000', 4]])
  talker.close()
})
