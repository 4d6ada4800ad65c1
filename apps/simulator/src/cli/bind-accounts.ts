import type { AccountView, AuthoriseAnswer, AuthoriseView, IndexView, Source } from '../views.ts'
import type { ControlClient } from './control-client.ts'

const CORE = '/luna/core/api/v1/channel/auth'
/** The demo opens two accounts of each source. */
const PER_SOURCE = 2
/** redbook tells our server itself; its answer may take a moment. */
const OPEN_TRIES = 20
const OPEN_PAUSE_MS = 250

type Envelope<T> = { code: number; msg: string; data: T | null }

/** Opens the demo's accounts in our server, step by step as a merchant and an administrator would. */
export async function bindAccounts(
  control: ControlClient,
  server: string,
  token: string,
  say: (line: string) => void,
): Promise<void> {
  const { accounts } = await control.get<IndexView>('state')
  for (const source of ['douyin', 'redbook'] as const) {
    const chosen = accounts.filter((account) => account.source === source && account.standing === 'certified')
    for (const account of chosen.slice(0, PER_SOURCE)) {
      if (account.authorisation) continue
      await bind(control, server, token, account)
      say(`已绑定 ${source} ${account.name}`)
    }
  }
}

async function bind(control: ControlClient, server: string, token: string, account: AccountView): Promise<void> {
  const { source, accountId } = account
  const { url, preCode } = await core<{ url: string; preCode: string }>(
    `${server}${CORE}/${source}/open-url?reqPage=%2Fchannel`,
    token,
  )
  const query = Object.fromEntries(new URL(url).searchParams)
  const scopes = scopesOf(source, query)
  const answer = await control.post<AuthoriseAnswer>('authorise', { source, query, agreed: { accountId, scopes } })
  if (answer.kind === 'refused') throw new Error(`${account.name}：${answer.message}`)
  // The browser's way back: our server keeps the code and sends the browser on, which we need not follow.
  if (answer.kind === 'redirect') await fetch(answer.location, { redirect: 'manual' })
  await open(`${server}${CORE}/${source}/open`, token, preCode)
}

/** All that the page offers. */
function scopesOf(source: Source, query: Record<string, string>): AuthoriseView['scopes'][number]['name'][] {
  if (source === 'redbook') return ['read', 'reply', 'profile']
  return `${query.scope ?? ''},${query.optionalScope ?? ''}`.split(',').filter((name) => /^[a-z]/.test(name))
}

async function open(address: string, token: string, preCode: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await core(address, token, { preCode })
      return
    } catch (error) {
      if (tries >= OPEN_TRIES) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, OPEN_PAUSE_MS)
      })
    }
  }
}

async function core<T>(address: string, token: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(address, init)
  const { data, msg } = (await response.json()) as Envelope<T>
  if (!response.ok || data === null) throw new Error(`如晤回答 ${response.status}：${msg}`)
  return data
}
