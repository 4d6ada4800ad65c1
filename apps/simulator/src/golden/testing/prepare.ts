import { ACCOUNT_CODE, PERMISSIONS, sealed } from '../../testing/redbook-client.ts'
import { ALL_SCOPES } from '../../testing/douyin-client.ts'
import { SPRUCE, type Stage } from '../../testing/stage.ts'
import type { Account, Content } from '../../world/state.ts'
import { addInbound, addOutbound, openCustomer, openTalk } from '../../world/talk.ts'
import type { Exchange } from './samples.ts'

const FAR = Number.MAX_SAFE_INTEGER
const UPLOAD = 'upload/golden.png'

/** Puts the ids and tokens that a sample names into the world, so that its request fits. */
export function prepareDouyin(stage: Stage, { request }: Exchange, media: 'image' | 'video' = 'image'): void {
  const { world } = stage
  const fields = { ...request.query, ...request.json, ...request.form } as Record<string, string | undefined>
  const token = request.headers['access-token'] ?? fields.access_token ?? ''
  const account = world.getAccount('douyin', SPRUCE)
  account.authorisation = {
    appId: world.options.credentials.douyin.clientKey,
    scopes: ALL_SCOPES,
    since: world.now(),
    tokens: {
      accessToken: token.startsWith('act.') ? token : 'act.golden',
      accessEndsAt: FAR,
      refreshToken: fields.refresh_token ?? 'rft.golden',
      refreshEndsAt: world.now() + 2_592_000_000,
      renewals: 0,
    },
    accountCode: null,
  }
  world.state.apps.douyinClient = { token, endsAt: FAR }
  if (fields.code) {
    world.state.apps.douyinCodes[fields.code] = { accountId: SPRUCE, scopes: ALL_SCOPES, endsAt: FAR, isUsed: false }
  }
  keepPicture(stage, [fields.media_id, (request.json?.content as { image?: { media_id: string } })?.image?.media_id])
  const content = request.json?.content as { retain_consult_card?: { card_id: string } } | undefined
  const cardId = fields.card_id ?? content?.retain_consult_card?.card_id
  const [card] = account.cards
  if (cardId && card) account.cards = [{ ...card, cardId }]
  if (fields.conversation_id) prepareTalk(stage, account, fields, media)
}

function prepareTalk(
  stage: Stage,
  account: Account,
  fields: Record<string, string | undefined>,
  media: 'image' | 'video',
): void {
  const { world, sim } = stage
  const customer = openCustomer(world, sim.platforms.douyin, {
    source: 'douyin',
    customerId: fields.to_user_id ?? 'customer',
  })
  const talk = openTalk(world, sim.platforms.douyin, account, customer)
  talk.conversation.conversationId = fields.conversation_id ?? ''
  const picture: Content = { type: 'image', media: 'asset/plan.png', width: 1, height: 1 }
  const clip: Content = { type: 'video', media: 'asset/room.mp4', cover: 'asset/plan.png', durationMs: 1 }
  if (fields.message_id) addInbound(talk, fields.message_id, media === 'image' ? picture : clip, world.now())
  const words: Content = { type: 'text', text: '在吗' }
  if (fields.scene === 'im_enter_direct_msg') {
    talk.conversation.entries.push({ messageId: fields.msg_id ?? '', at: world.now(), postId: null, ad: null, sent: 0 })
  } else if (fields.scene) addInbound(talk, fields.msg_id ?? '', words, world.now())
  else if (fields.msg_id) addOutbound(talk, fields.msg_id, 'api', words, world.now())
}

export function prepareRedbook(stage: Stage, { request }: Exchange): void {
  const { world, sim } = stage
  const fields = (request.json ?? {}) as Record<string, string | undefined>
  world.state.apps.redbook = {
    access: request.headers['access-token'] ?? 'golden',
    accessEndsAt: FAR,
    refresh: fields.refresh_token ?? 'golden',
    refreshEndsAt: FAR,
  }
  if (fields.auth_code) world.state.apps.redbookCodes[fields.auth_code] = { endsAt: FAR, isUsed: false }
  const account = world.findAccount('redbook', fields.user_id ?? '')
  if (!account) return
  account.authorisation = {
    appId: world.options.credentials.redbook.appId,
    scopes: PERMISSIONS,
    since: world.now(),
    tokens: null,
    accountCode: fields.third_account_id ?? ACCOUNT_CODE,
  }
  const customer = openCustomer(world, sim.platforms.redbook, {
    source: 'redbook',
    customerId: fields.to_user_id ?? 'customer',
  })
  const sender = world.getAccount('redbook', fields.from_user_id ?? account.accountId)
  const talk = openTalk(world, sim.platforms.redbook, sender, customer)
  addInbound(talk, 'rb-in-golden', { type: 'text', text: '在吗' }, world.now())
  if (fields.message_id) addOutbound(talk, fields.message_id, 'api', { type: 'text', text: '错' }, world.now())
  if (fields.comment_id) {
    world.state.comments.push({
      source: 'redbook',
      accountId: account.accountId,
      customerId: customer.customerId,
      commentId: fields.comment_id,
      postId: fields.note_id ?? '',
      author: 'customer',
      parentId: null,
      text: '怎么卖',
      at: world.now(),
    })
  }
  prepareSealedPicture(stage, request)
}

/** A picture counts as uploaded where its address is the simulator's own, so the sample's address gives way to one. */
function prepareSealedPicture(stage: Stage, { json }: Exchange['request']): void {
  const { world } = stage
  if (json?.message_type !== 'IMAGE') return
  world.state.uploads[UPLOAD] = { type: 'image/png', width: 1080, height: 1440, bytes: '' }
  json['content-encrypted'] = sealed({ url: world.mediaUrl(UPLOAD), width: 1080, height: 1440 })
}

function keepPicture(stage: Stage, mediaIds: (string | undefined)[]): void {
  for (const mediaId of mediaIds) {
    if (mediaId === undefined) continue
    stage.world.state.images[mediaId] = UPLOAD
    stage.world.state.uploads[UPLOAD] = { type: 'image/png', width: 1, height: 1, bytes: '' }
  }
}
