import type { DemoMessage, DemoPhone, Source } from '@ruwu/contract'
import { DEMO_PHONE_MESSAGES, DEMO_TEXTS } from '@ruwu/domain'
import { UserFacingError } from '../../../platform/http/errors.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Channel } from '../../channel/index.ts'
import { bindAccounts, type PlatformAccount } from '../demo-accounts.ts'
import type { toPlatform } from '../demo-history.ts'
import { assetOf, ControlError, controlOf } from '../simulator-control.ts'

export type VisitorAccount = PlatformAccount & { name: string; city: string; avatar: string }

/** A customer of an account at the simulator. */
export type PhoneOwner = { source: Source; accountId: string; customerId: string }

/** Below it the server passes on pictures of the simulator, which a visitor's browser cannot reach. */
export const DEMO_MEDIA = '/demo-media/'

/** What a visitor's demo asks of the simulated platforms. */
export type DemoPlatform = {
  /** Creates the accounts there and binds them to the caller's enterprise. */
  openAccounts(channel: Channel, caller: Caller, accounts: readonly VisitorAccount[]): Promise<void>
  placePast(talks: readonly ReturnType<typeof toPlatform>[]): Promise<void>
  /** Refusals of the platform are told to the visitor. */
  act(owner: PhoneOwner, act: object): Promise<void>
  phone(owner: PhoneOwner): Promise<DemoPhone>
  accountIds(): Promise<string[]>
  /** Idempotent. */
  removeAccounts(ids: readonly string[]): Promise<void>
  asset(name: string): string
  /** `name` as below `DEMO_MEDIA`. */
  picture(name: string): Promise<{ type: string; bytes: Buffer } | undefined>
}

/** The simulator that was started beside this server. */
export function simulatorPlatform(origin: string): DemoPlatform {
  const control = controlOf(origin)
  return {
    async openAccounts(channel, caller, accounts) {
      for (const { platformId: accountId, ...account } of accounts) await control('accounts', { accountId, ...account })
      await bindAccounts(channel, caller, accounts, control)
    },
    placePast: async (talks) => void (await control('past', { talks })),
    act: (owner, act) => answered(async () => void (await control('act', { ...owner, act }))),
    phone: (owner) =>
      answered(async () => toPhone((await control('phone', { ...owner, name: PHONE_OWNER })) as PhoneView)),
    async accountIds() {
      const response = await fetch(`${origin}/control/state`, { signal: AbortSignal.timeout(ANSWER_MS) })
      const { accounts } = (await response.json()) as { accounts: { accountId: string }[] }
      return accounts.map(({ accountId }) => accountId)
    },
    removeAccounts: async (ids) => void (await control('accounts/remove', { accountIds: ids })),
    asset: assetOf(origin),
    async picture(name) {
      const response = await fetch(`${origin}/media/${name}`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
        () => undefined,
      )
      const type = response?.headers.get('content-type') ?? ''
      if (response?.ok && type.startsWith('image/')) return { type, bytes: Buffer.from(await response.arrayBuffer()) }
      await response?.body?.cancel()
      return undefined
    },
  }
}

const ANSWER_MS = 10_000
const PHONE_OWNER = '正在体验的你'

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new UserFacingError('refused', error instanceof ControlError ? error.message : DEMO_TEXTS.unreachable)
  }
}

/** The simulator's own view, as far as the visitor's phone shows it. */
type PhoneView = {
  source: Source
  account: { name: string; avatarUrl: string }
  isEntered: boolean
  can: { copyWechat: boolean }
  messages: {
    messageId: string
    from: 'customer' | 'merchant'
    at: string
    isRecalled: boolean
    content: { type: string } & Partial<{
      text: string
      title: string
      url: string
      coverUrl: string
      labels: string[]
      filled: object[] | null
      wechat: string | null
      isCopied: boolean
    }>
  }[]
}

const toPhone = ({ source, account, isEntered, can, messages }: PhoneView): DemoPhone => ({
  source,
  accountName: account.name,
  avatarUrl: throughUs(account.avatarUrl),
  isEntered,
  canCopyWechat: can.copyWechat,
  messages: messages.slice(-DEMO_PHONE_MESSAGES).map(({ messageId: id, from, at, isRecalled, content }) => ({
    id,
    isMine: from === 'customer',
    at,
    isRecalled,
    content: toContent(content),
  })),
})

function toContent(content: PhoneView['messages'][number]['content']): DemoMessage['content'] {
  const { title = '', url = '', coverUrl = '', labels = [], filled, wechat = null, isCopied = false } = content
  if (content.type === 'image' || content.type === 'emoticon') return { type: 'image', url: throughUs(url) }
  if (content.type !== 'card') return { type: 'text', text: content.text ?? title }
  return { type: 'card', title, coverUrl: throughUs(coverUrl), labels, isFilled: Boolean(filled), wechat, isCopied }
}

const throughUs = (url: string): string => url.replace(/^https?:\/\/[^/]+\/media\//, DEMO_MEDIA)
