import { buffer } from 'node:stream/consumers'
import type { EntId, LeadField, RelationId } from '@ruwu/contract'
import type { ChannelSources } from '../../channels/channel-sources.ts'
import type { ChannelSource, PlatformCard } from '../../channels/source.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import { getPicture } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type AccountRow, callOrRefuse, getVisibleAccount } from '../channel/index.ts'

const CARDS_PER_CALL = 50
/** Safety limit against an endless list of the platform. */
const MOST_CALLS = 200

export type CardContent = { title: string; image: string; fields: LeadField[] }

/** A bound account with its platform adapter. */
export type OpenAccount = { account: AccountRow; channel: ChannelSource }

type PlatformCardsDeps = { db: Database; storage: Storage; sources: ChannelSources; keeper: TokenKeeper }

/** Card operations on the platform; its refusals become user-facing errors. */
export class PlatformCards {
  private readonly deps: PlatformCardsDeps

  constructor(deps: PlatformCardsDeps) {
    this.deps = deps
  }

  async open(caller: Caller, relationId: RelationId): Promise<OpenAccount> {
    const account = await getVisibleAccount(this.deps.db.sql, caller, relationId)
    if (account.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
    const channel = this.deps.sources.find(account.source)
    if (!channel) throw new UserFacingError('refused', '该渠道暂未开通')
    return { account, channel }
  }

  async list({ account, channel }: OpenAccount): Promise<PlatformCard[]> {
    const cards: PlatformCard[] = []
    for (const type of channel.capabilities.cards) {
      for (let pageNo = 1, seen = 0; pageNo <= MOST_CALLS; pageNo += 1) {
        const page = { pageNo, pageSize: CARDS_PER_CALL }
        const { items, total } = await this.call(account, (as) => channel.cards.list(as, type, page))
        cards.push(...items)
        seen += items.length
        if (items.length === 0 || seen >= total) break
      }
    }
    return cards
  }

  /** Creates or edits a lead card; an unchanged image is not uploaded again. */
  async save(
    { account, channel }: OpenAccount,
    content: CardContent,
    before?: { cardId: string; mediaId: string; image: string },
  ): Promise<PlatformCard & { mediaId: string }> {
    const isSamePicture = before !== undefined && before.mediaId !== '' && before.image === content.image
    const mediaId = isSamePicture ? before.mediaId : await this.upload({ account, channel }, content.image)
    const draft = { ...(before ? { cardId: before.cardId } : {}), ...content, mediaId }
    return { ...(await this.call(account, (as) => channel.cards.save(as, draft))), mediaId }
  }

  async remove({ account, channel }: OpenAccount, cardId: string): Promise<void> {
    await this.call(account, (as) => channel.cards.remove(as, cardId))
  }

  private async upload({ account, channel }: OpenAccount, image: string): Promise<string> {
    const file = await this.readPicture(account.entId, image)
    return (await this.call(account, (as) => channel.upload(as, file))).mediaId
  }

  private async readPicture(entId: EntId, address: string) {
    const row = await getPicture(this.deps.db.sql, entId, 'image', address)
    const file = await this.deps.storage.get(`attachment/${row.key}`)
    if (!file) throw new FieldError({ image: '图片不存在或已删除' })
    return { bytes: await buffer(file.body), contentType: row.contentType, name: row.fileName }
  }

  private async call<T>(account: AccountRow, work: Parameters<typeof callOrRefuse<T>>[2]): Promise<T> {
    return callOrRefuse(this.deps.keeper, account, work)
  }
}
