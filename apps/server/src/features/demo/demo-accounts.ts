import type { EntId, Source } from '@ruwu/contract'
import type { Caller } from '../../platform/http/caller.ts'
import type { Channel } from '../channel/index.ts'
import type { Member } from './demo.repo.ts'
import type { Control } from './simulator-control.ts'

export type PlatformAccount = { source: Source; platformId: string }

/** The account whose AI is published. */
export const DEMO_AI_ACCOUNT: PlatformAccount = {
  source: 'redbook',
  platformId: '60aa41c7d2e9f0835b16c4b7',
}

/** Accounts the simulator has from its first start. */
export const DEMO_ACCOUNTS: readonly PlatformAccount[] = [
  DEMO_AI_ACCOUNT,
  { source: 'redbook', platformId: '60b8e35a917c4df2068a3d51' },
  { source: 'douyin', platformId: '6b1f2a8e-3c55-4a0d-9b7e-1d2c3b4a5f60' },
  { source: 'douyin', platformId: '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318' },
]

const REDBOOK_SCOPES = ['read', 'reply', 'profile']
const OPEN_TRIES = 40
const OPEN_PAUSE_MS = 250

type Answer = { kind: 'redirect'; location: string } | { kind: 'done' } | { kind: 'refused'; message: string }

/** Binds accounts of the simulator through the regular authorisation flow. */
export async function bindAccounts(
  channel: Channel,
  caller: Caller,
  accounts: readonly PlatformAccount[],
  control: Control,
): Promise<void> {
  for (const { source, platformId } of accounts) {
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

/** A caller who may prepare the accounts of a demo. */
export const callerOf = (entId: EntId, { id, scope }: Pick<Member, 'id' | 'scope'>): Caller => ({
  entId,
  agentId: id,
  sessionId: '',
  ip: '',
  permissions: new Set(['channelAccount:bindManage', 'channelAccount:settingsEdit']),
  masksPhones: true,
  customerScope: scope,
  accountScope: null,
})
