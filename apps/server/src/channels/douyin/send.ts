import type { Clock } from '../../platform/clock.ts'
import { jsonBody } from '../http/body.ts'
import { textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { ChannelAccount, OutboundContent, PlatformMessageRef, Recipient, SendKey, SendReceipt } from '../source.ts'
import { accountToken } from './account-token.ts'
import type { DouyinClient } from './client.ts'

const SCENES = { message: 'im_reply_msg', enter: 'im_enter_direct_msg' } as const
const SINGLE_CONVERSATION = 1

export class DouyinSender {
  private readonly client: DouyinClient
  private readonly clock: Clock

  constructor(client: DouyinClient, clock: Clock) {
    this.client = client
    this.clock = clock
  }

  async send(
    account: ChannelAccount,
    to: Recipient,
    content: OutboundContent,
    { replyTo }: SendKey,
  ): Promise<SendReceipt> {
    if (!replyTo) throw new PlatformError('wrong_target')
    const answer = await this.client.call({
      method: 'POST',
      path: '/im/send/msg/',
      query: { open_id: account.platformId },
      token: accountToken(account),
      body: jsonBody({
        scene: SCENES[replyTo.via],
        to_user_id: to.platformId,
        msg_id: replyTo.platformMessageId,
        conversation_id: to.conversationKey,
        content: wireContent(content),
      }),
      changes: true,
    })
    const platformMessageId = textOf(answer.msg_id)
    if (platformMessageId === undefined) throw new PlatformError('outcome_unknown')
    return { platformMessageId, acceptedAt: this.clock.now() }
  }

  async recall(account: ChannelAccount, message: PlatformMessageRef): Promise<void> {
    await this.client.call({
      method: 'POST',
      path: '/im/recall/msg/',
      query: { open_id: account.platformId },
      token: accountToken(account),
      body: jsonBody({
        msg_id: message.platformMessageId,
        conversation_id: message.conversationKey,
        conversation_type: SINGLE_CONVERSATION,
      }),
      changes: true,
    })
  }
}

function wireContent(content: OutboundContent): object {
  switch (content.type) {
    case 'text':
      return { msg_type: 1, text: { text: content.text } }
    case 'image':
      return { msg_type: 2, image: { media_id: content.media.mediaId } }
    case 'video_item':
      return { msg_type: 3, video: { item_id: content.itemId } }
    case 'card':
      if (content.cardType !== 'lead_form') throw new PlatformError('app_not_allowed')
      return { msg_type: 8, retain_consult_card: { card_id: content.platformCardId } }
    case 'question_guide': {
      const questions = content.questions.map((text) => ({ text }))
      return { msg_type: 204, question_guide_msg_card: { title: content.title, question_list: questions } }
    }
  }
}
