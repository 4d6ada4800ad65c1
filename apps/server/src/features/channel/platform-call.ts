import type { EntId, RelationId } from '@ruwu/contract'
import { PlatformError } from '../../channels/platform-error.ts'
import type { ChannelAccount } from '../../channels/source.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import { UserFacingError } from '../../platform/http/errors.ts'

/** Makes a call as an account; a refused token is replaced once and the call made again. Throws PlatformError. */
export async function callAsAccount<T>(
  keeper: TokenKeeper,
  { entId, id }: { entId: EntId; id: RelationId },
  call: (account: ChannelAccount) => Promise<T>,
): Promise<T> {
  const account = await keeper.ready(entId, id)
  try {
    return await call(account)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retry !== 'after_refresh') throw error
    const refused = { owner: error.tokenOwner ?? 'account', accessToken: account.accessToken } as const
    return call(await keeper.renew(entId, id, refused))
  }
}

/** What the agent reads of a platform's refusal; anything else is passed on as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error
  return new UserFacingError('platformRefused', error.message, { kind: error.kind, platformCode: error.platformCode })
}
