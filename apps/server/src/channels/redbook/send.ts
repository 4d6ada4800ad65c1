import type { Clock } from '../../platform/clock.ts'
import { multipartFile } from '../http/body.ts'
import { PlatformError } from '../platform-error.ts'
import type {
  ChannelAccount,
  CommentRef,
  MediaRef,
  OutboundContent,
  PlatformMessageRef,
  Recipient,
  SendKey,
  SendReceipt,
  UploadFile,
} from '../source.ts'
import { commentReplyCall, readUpload, recallCall, sentMessageId, UPLOAD, wireContent } from './assumed.ts'
import type { Assumptions } from './assumptions.ts'
import type { RedbookClient } from './client.ts'
import type { RedbookCrypto } from './crypto.ts'

type Parts = { clock: Clock; randomBytes: (size: number) => Buffer; crypto: RedbookCrypto; assumptions: Assumptions }

export class RedbookSender {
  private readonly client: RedbookClient
  private readonly parts: Parts

  constructor(client: RedbookClient, parts: Parts) {
    this.client = client
    this.parts = parts
  }

  async send(
    account: ChannelAccount,
    to: Recipient,
    content: OutboundContent,
    { requestId }: SendKey,
  ): Promise<SendReceipt> {
    const wire = this.wire(content)
    const body = {
      user_id: account.mainPlatformId,
      request_id: requestId,
      message_type: wire.type,
      from_user_id: account.platformId,
      to_user_id: to.platformId,
      third_account_id: account.accountCode,
      timestamp: this.parts.clock.now().getTime(),
      'content-encrypted': this.parts.crypto.encrypt(wire.content),
    }
    const answer = await this.client.call(account, '/api/open/im/third/send', body, { changes: true })
    const platformMessageId = sentMessageId(answer)
    if (platformMessageId === undefined) throw new PlatformError('outcome_unknown')
    return { platformMessageId, acceptedAt: this.parts.clock.now() }
  }

  async recall(account: ChannelAccount, message: PlatformMessageRef): Promise<void> {
    this.parts.assumptions.require('recall')
    const { path, body } = recallCall(account, message)
    await this.client.call(account, path, body, { changes: true })
  }

  async upload(account: ChannelAccount, file: UploadFile): Promise<MediaRef> {
    this.parts.assumptions.require('image')
    const body = multipartFile(UPLOAD.part, file, this.parts.randomBytes(16).toString('hex'))
    const media = readUpload(await this.client.upload(account, UPLOAD.path, body))
    if (!media) throw new PlatformError('unknown', { platformText: '图片上传没有结果' })
    return media
  }

  async replyToComment(account: ChannelAccount, comment: CommentRef, text: string): Promise<void> {
    this.parts.assumptions.require('comment_reply')
    const { path, body } = commentReplyCall(account, comment, text)
    await this.client.call(account, path, body, { changes: true })
  }

  private wire(content: OutboundContent): { type: string; content: object } {
    if (content.type === 'text') return { type: 'TEXT', content: { text: content.text } }
    const wire = wireContent(content)
    if (!wire) throw new PlatformError('app_not_allowed')
    this.parts.assumptions.require(wire.item)
    return wire
  }
}
