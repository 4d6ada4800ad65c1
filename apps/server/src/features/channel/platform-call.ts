import type { EntId, RelationId } from '@ruwu/contract'
import { PlatformError } from '../../channels/platform-error.ts'
import type { ChannelAccount } from '../../channels/source.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import { UserFacingError } from '../../platform/http/errors.ts'

/** Calls the platform as an account; refreshes a refused token once and retries. Throws PlatformError. */
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

/** Converts a PlatformError into a user-facing error; other errors pass unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error
  const { kind, platformCode } = error
  return new UserFacingError('platformRefused', error.onceMessage, { kind, platformCode })
}

/** As callAsAccount, with the platform's refusals as user-facing errors. */
export async function callOrRefuse<T>(...args: Parameters<typeof callAsAccount<T>>): Promise<T> {
  try {
    return await callAsAccount(...args)
  } catch (error) {
    throw toRefusal(error)
  }
}
