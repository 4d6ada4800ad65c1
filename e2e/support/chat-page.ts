import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChatClient } from '@ruwu/chat-client'
import type { Page } from 'playwright-core'

const ROOT = new URL('../../', import.meta.url)
// A page of the real server, or the browser would not let it open sockets to this machine. It brings no scripts.
const PAGE = '/healthz'
const SDK = '/chat-client.js'
const SETUP = '/chat-setup.js'

declare global {
  interface Window {
    ChatClient: typeof ChatClient
    client: ChatClient
    /** What the client reported, which would otherwise only be in the console. */
    reported: string[]
  }
}

/** The chat client as a browser gets it. */
function bundleChatClient(): string {
  const file = (path: string) => fileURLToPath(new URL(path, ROOT))
  const options = ['--format', 'esm', '--platform', 'browser', '--log-level', 'silent']
  return execFileSync(
    process.execPath,
    [file('node_modules/.bin/rolldown'), file('packages/chat-client/src/index.ts'), ...options],
    { encoding: 'utf8', maxBuffer: 10 * 1024 * 1024 },
  )
}

let bundle: string | undefined

/** A page without scripts of the product's own, with a signed-in chat client that talks to the real server. */
export async function openChatPage(page: Page, guestId: string): Promise<void> {
  bundle ??= bundleChatClient()
  const serve = (path: string, body: string) =>
    page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await serve(SDK, bundle)
  await serve(SETUP, `import { ChatClient } from '${SDK}'; window.ChatClient = ChatClient`)
  await enterChatPage(page, guestId)
}

/** Also after a reload: nothing but what was stored is left of an earlier visit. */
export async function enterChatPage(page: Page, guestId: string): Promise<void> {
  await page.goto(PAGE)
  await page.addScriptTag({ url: SETUP, type: 'module' })
  await page.evaluate(async (id) => {
    window.reported = []
    window.client = new window.ChatClient({ platform: { report: (error) => window.reported.push(String(error)) } })
    await window.client.guestLogin(id)
    await window.client.connect()
    if (window.client.status !== 'connected')
      await new Promise<void>((resolve) => window.client.on('connected', () => resolve()))
  }, guestId)
}

/** The texts a page shows of a topic, in order. */
export const textsOf = (page: Page, topicId: string): Promise<string[]> =>
  page.evaluate((id) => window.client.messages(id).flatMap(({ content }) => content.text ?? []), topicId)

/** How many messages each stored bucket of a topic holds, by its key. */
export async function bucketsOf(page: Page, guestId: string, topicId: string): Promise<[string, number][]> {
  const prefix = `message/${topicId}/`
  const entries = await storedEntries(page, guestId, prefix)
  return entries.map(([key, messages]) => [key.slice(prefix.length), (messages as unknown[]).length])
}

/** How many messages wait in the store to be sent. */
export const outboxOf = async (page: Page, guestId: string): Promise<number> =>
  (await storedEntries(page, guestId, 'outbox/')).length

/** Read beside the client, as it lies in the browser's database. */
const storedEntries = (page: Page, guestId: string, prefix: string): Promise<[string, unknown][]> =>
  page.evaluate(
    ([name, from]) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('error', () => reject(request.error))
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('entries')
          const range = IDBKeyRange.bound(from, `${from}\uffff`)
          const keys = transaction.objectStore('entries').getAllKeys(range)
          const values = transaction.objectStore('entries').getAll(range)
          transaction.addEventListener('complete', () => {
            request.result.close()
            resolve(keys.result.map((key, index) => [key as string, values.result[index] as unknown]))
          })
        })
      }),
    [`ruwu-chat-${guestId}`, prefix] as const,
  )
