import { setTimeout as sleep } from 'node:timers/promises'
import { channelApi, type RelationId } from '@ruwu/contract'
import { SimulatedPlatform, type Source } from '@ruwu/e2e/simulated-platform.ts'
import { Caller } from '@ruwu/e2e/caller.ts'

export const ADMIN = '13800000001'
export const PASSWORD = 'ruwu2026'

const DOUYIN_SCOPES = ['user_info', 'im.direct_message', 'im.recall_message', 'im.message_card', 'renew_refresh_token']
const REDBOOK_SCOPES = ['read', 'reply', 'profile']

export type BoundAccount = { source: Source; accountId: string; relationId: RelationId }

/** Has an account authorised as a merchant would do it. */
export async function bind(
  admin: Caller,
  platform: SimulatedPlatform,
  source: Source,
  which = 0,
): Promise<BoundAccount> {
  const account = (await platform.accounts(source))[which]
  if (!account) throw new Error(`there is no account ${which} of ${source}`)
  const endpoint = source === 'douyin' ? channelApi.openUrlDouyin : channelApi.openUrlRedbook
  const { url, preCode } = await admin.call(endpoint, { query: { reqPage: '/channel' } })
  const location = await platform.authorise(
    source,
    url,
    account.accountId,
    source === 'douyin' ? DOUYIN_SCOPES : REDBOOK_SCOPES,
  )
  if (location) await fetch(location, { redirect: 'manual' })
  const open = source === 'douyin' ? channelApi.openDouyin : channelApi.openRedbook
  for (let tries = 0; ; tries += 1) {
    try {
      const { relationId } = await admin.call(open, { body: { preCode } })
      return { source, accountId: account.accountId, relationId }
    } catch (error) {
      if (tries === 50) throw error
      await sleep(200)
    }
  }
}
