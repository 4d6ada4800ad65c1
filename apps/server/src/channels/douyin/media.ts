import { multipartFile } from '../http/body.ts'
import { fieldsOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { ChannelAccount, InboundMediaRef, MediaRef, RemoteFile, UploadFile } from '../source.ts'
import { accountToken } from './account-token.ts'
import { answerField } from './answer.ts'
import type { DouyinClient } from './client.ts'
import type { DouyinParts } from './settings.ts'

export class DouyinMedia {
  private readonly client: DouyinClient
  private readonly parts: DouyinParts

  constructor(client: DouyinClient, parts: DouyinParts) {
    this.client = client
    this.parts = parts
  }

  /** A picture belongs to the application, not to an account. */
  async upload(file: UploadFile): Promise<MediaRef> {
    const answer = await this.client.call({
      method: 'POST',
      path: '/tool/imagex/client_upload/',
      token: { owner: 'app', value: await this.parts.appToken() },
      body: multipartFile('image', file, this.parts.randomBytes(16).toString('hex')),
      changes: false,
    })
    const mediaId = textOf(answerField(answer, 'image_id'))
    if (mediaId === undefined) throw new PlatformError('unknown', { platformText: '图片上传没有结果' })
    const [width, height] = ['width', 'height'].map((name) => numberOf(answerField(answer, name)))
    return omitUndefined({ mediaId, width, height })
  }

  async fetch(account: ChannelAccount, ref: InboundMediaRef): Promise<RemoteFile> {
    return await this.parts.download.fetch(ref.via === 'url' ? ref.url : await this.address(account, ref))
  }

  private async address(account: ChannelAccount, ref: InboundMediaRef & { via: 'message' }): Promise<string> {
    const answer = await this.client.call({
      method: 'GET',
      path: '/api/im/message/resources/',
      query: { open_id: account.platformId, conversation_id: ref.conversationKey, message_id: ref.messageId },
      token: accountToken(account),
      changes: false,
    })
    return textOf(fieldsOf(answer.data).url) ?? ''
  }
}
