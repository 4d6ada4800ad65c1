import type { Source } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import type { Caller } from '../../platform/http/caller.ts'
import type { Channel } from '../channel/index.ts'
import type { Member } from './demo.repo.ts'

/** The account whose AI is published. */
export const DEMO_AI_ACCOUNT: { source: Source; platformId: string } = {
  source: 'redbook',
  platformId: '60aa41c7d2e9f0835b16c4b7',
}

/** Accounts the simulator has from its first start. */
const DEMO_ACCOUNTS: readonly { source: Source; platformId: string }[] = [
  DEMO_AI_ACCOUNT,
  { source: 'redbook', platformId: '60b8e35a917c4df2068a3d51' },
  { source: 'douyin', platformId: '6b1f2a8e-3c55-4a0d-9b7e-1d2c3b4a5f60' },
  { source: 'douyin', platformId: '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318' },
]

const REDBOOK_SCOPES = ['read', 'reply', 'profile']
const OPEN_TRIES = 40
const OPEN_PAUSE_MS = 250

type Answer = { kind: 'redirect'; location: string } | { kind: 'done' } | { kind: 'refused'; message: string }

/** Binds the demo's accounts through the regular authorisation flow. */
export async function bindDemoAccounts(
  channel: Channel,
  caller: Caller,
  control: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  for (const { source, platformId } of DEMO_ACCOUNTS) {
    const { url, preCode } = await channel.authorisation.openUrl(caller, source, '/channel')
    const query = Object.fromEntries(new URL(url).searchParams)
    const scopes =
      source === 'redbook'
        ? REDBOOK_SCOPES
        : `${query.scope ?? ''},${query.optionalScope ?? ''}`.split(',').filter((name) => /^[a-z]/.test(name))
    const answer = (await control('authorise', { source, query, agreed: { accountId: platformId, scopes } })) as Answer
    if (answer.kind === 'refused') throw new Error(answer.message)
    if (answer.kind === 'redirect') {
      const back = new URL(answer.location).searchParams
      await channel.authorisation.handleRedirect(source, {
        state: back.get('state') ?? '',
        code: back.get('code') ?? '',
      })
    }
    await opened(() => channel.authorisation.open(caller, source, preCode))
  }
}

/** Retries: one platform confirms the authorisation by webhook, which takes a moment. */
async function opened(open: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await open()
      return
    } catch (error) {
      if (tries >= OPEN_TRIES) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, OPEN_PAUSE_MS)
      })
    }
  }
}

/** A caller with the rights of the demo's administrator. */
export const callerOf = ({ id, scope }: Member): Caller => ({
  entId: DEMO_ENT_ID,
  agentId: id,
  sessionId: '',
  ip: '',
  permissions: new Set(['channelAccount:bindManage', 'channelAccount:settingsEdit']),
  masksPhones: true,
  customerScope: scope,
  accountScope: null,
})
