import { PlatformError } from '../platform-error.ts'
import type { ChannelAccount, ChannelSource, StaffAccount } from '../source.ts'
import { cardListCall, readCardList, readStaff } from './assumed.ts'
import type { Assumptions } from './assumptions.ts'
import type { RedbookClient } from './client.ts'

export class RedbookAccounts {
  private readonly client: RedbookClient
  private readonly assumptions: Assumptions

  constructor(client: RedbookClient, assumptions: Assumptions) {
    this.client = client
    this.assumptions = assumptions
  }

  /** Refused with needs_reauth it also tells that the account is not bound to us any more. */
  async staff(account: ChannelAccount): Promise<StaffAccount[]> {
    this.assumptions.require('staff')
    const path = '/api/open/im/auth/bind_users'
    return readStaff(await this.client.call(account, path, { user_id: account.mainPlatformId }, { changes: false }))
  }

  /** The platform calls the same path on our side, so its effect is doubtful: the link is ended here either way. */
  async close(account: ChannelAccount): Promise<void> {
    const body = { user_id: account.mainPlatformId, third_account_id: account.accountCode }
    try {
      await this.client.call(account, '/api/open/im/third/unbind_account', body, { changes: true })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
    }
  }

  /** Cards are made on the platform; the interface only lists them. */
  readonly cards: ChannelSource['cards'] = {
    list: async (account, type, page) => {
      this.assumptions.require('card')
      const call = cardListCall(account, type, page)
      if (!call) return { items: [], total: 0 }
      return readCardList(await this.client.call(account, call.path, call.body, { changes: false }), type)
    },
    save: async () => {
      throw new PlatformError('app_not_allowed')
    },
    remove: async () => {
      throw new PlatformError('app_not_allowed')
    },
  }
}
