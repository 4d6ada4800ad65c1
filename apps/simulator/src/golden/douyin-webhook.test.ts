import { afterEach, beforeEach, expect, test } from 'vitest'
import { signatureOf } from '../douyin/envelope.ts'
import { openStage, SPRUCE, type Stage } from '../testing/stage.ts'
import type { CustomerAct } from '../views.ts'
import { deliveryShape, newestOf } from './testing/delivery-shape.ts'
import { readSamples, type WebhookSample } from './testing/samples.ts'

const CUSTOMER = '_000customer'
const VIDEO = '@nTnDOPxbohc1anlU9wEKxqSDuQJXRCZzPmEmeYpvWI2MTaiZ8siTcuE4Bn7Q/CgdBLfnMMtV9HowKkUVrhmy=='
const AD_WITHOUT_POST = '7430000000000090027'
const AS_OBJECT = { 'hook.contentAs': 'object' }
const AS_STRING = { 'hook.contentAs': 'string' }

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

/** What happens on the platform; the newest delivery after it is the sample's. */
type Scene = () => Promise<unknown>

const link = () => stage.douyin.link(SPRUCE)
const act = (step: CustomerAct) => stage.act('douyin', SPRUCE, CUSTOMER, step)
const ownCard = () => stage.world.getAccount('douyin', SPRUCE).cards[0]?.cardId
const type = (text: string) => stage.merchant('douyin', SPRUCE, { do: 'text', customerId: CUSTOMER, text })
const does =
  (step: CustomerAct, set: Record<string, unknown> = {}): Scene =>
  async () => {
    await link()
    await stage.knobs(set)
    await act(step)
  }

async function sent(content: unknown): Promise<void> {
  const token = await link()
  const { messageId } = await act({ do: 'text', text: '在吗' })
  await stage.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, token, {
    to_user_id: CUSTOMER,
    msg_id: messageId,
    conversation_id: stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.conversationId,
    content,
  })
  await stage.advance(300)
}

const scenes: Record<string, Scene> = {
  authorize: link,
  unauthorize: async () => {
    await link()
    await stage.merchant('douyin', SPRUCE, { do: 'revoke' })
  },
  'receive-text-string': does({ do: 'text', text: '这款多少钱？[疑问]' }),
  'receive-text-object': does({ do: 'text', text: '这款多少钱？' }, AS_OBJECT),
  'receive-text-masked-phone': does({ do: 'text', text: '13800001234' }),
  'receive-local-image': does({ do: 'image' }),
  'receive-local-video': does({ do: 'video' }),
  'receive-emoji': does({ do: 'emoticon' }),
  'receive-video-item': does({ do: 'share', postId: VIDEO }),
  'receive-other': does({ do: 'voice' }),
  'receive-card-filled': async () => {
    await sent({ msg_type: 8, retain_consult_card: { card_id: ownCard() } })
    await act({ do: 'submit_card', fields: { 姓名: '周女士' } })
  },
  'enter-profile': does({ do: 'enter' }),
  'enter-ad-string': does({ do: 'enter', via: 'ad' }),
  'enter-ad-object': does({ do: 'enter', via: 'ad' }, AS_OBJECT),
  'enter-content-string': does({ do: 'enter', adId: AD_WITHOUT_POST }, AS_STRING),
  'echo-api': () => sent({ msg_type: 1, text: { text: '您好' } }),
  'echo-card': () => sent({ msg_type: 8, retain_consult_card: { card_id: ownCard() } }),
  'echo-image': () => {
    const media = 'upload/a.png'
    stage.world.state.images['@img=='] = media
    stage.world.state.uploads[media] = { type: 'image/png', width: 1, height: 1, bytes: '' }
    return sent({ msg_type: 2, image: { media_id: '@img==' } })
  },
  'echo-app': async () => {
    await link()
    await stage.knobs(AS_OBJECT)
    await type('在的')
  },
  recall: async () => {
    await does({ do: 'text', text: '发错了' })()
    await act({ do: 'recall' })
  },
  'recall-by-merchant': async () => {
    await link()
    const { messageId } = await type('发错了')
    await stage.merchant('douyin', SPRUCE, { do: 'recall', customerId: CUSTOMER, messageId })
  },
  read: async () => {
    const client = await stage.douyin.clientToken()
    await stage.douyin.json('/event/status/update', client, { list: [{ event: 'im_message_read', status: 1 }] })
    await sent({ msg_type: 1, text: { text: '您好' } })
    await act({ do: 'read' })
  },
  comment: does({ do: 'comment', text: '这个颜色还有吗' }),
  'comment-below-comment': does({ do: 'comment', text: '同问', parentId: '@parent==' }),
  'im-authorize': does({ do: 'grant', isActive: true }),
  'im-authorize-withdrawn': async () => {
    await does({ do: 'grant', isActive: true })()
    await stage.knobs(AS_STRING)
    await act({ do: 'grant', isActive: false })
  },
  'verify-webhook': () => stage.control('verify-webhook'),
  'ignored-follow': async () => {
    await link()
    await stage.knobs({ 'fields.extra': true })
    for (let tries = 0; tries < 60 && stage.arrived('new_follow_action').length === 0; tries++) {
      await act({ do: 'text', text: '在吗' })
    }
    stage.receiver.received.splice(0, Infinity, ...stage.arrived('new_follow_action'))
  },
}

const samples = readSamples<WebhookSample>('douyin', 'webhook')
const valid = samples.filter(([name]) => !name.startsWith('refused-'))

test('every scene has its sample', () => {
  const names = new Set(samples.map(([name]) => name))
  expect(Object.keys(scenes).filter((name) => !names.has(name))).toEqual([])
})

test.each(samples.filter(([name]) => name in scenes))('%s is what the simulator makes', async (name, { request }) => {
  await scenes[name]?.()
  await stage.advance(0)

  const sprinkled = name === 'ignored-follow' ? ['sampled', 'trace'] : []
  expect(deliveryShape(newestOf(stage.receiver.received, sprinkled))).toEqual(deliveryShape(request))
  const headers = Object.keys(stage.receiver.received.at(-1)?.headers ?? {})
  expect(headers).toEqual(expect.arrayContaining(Object.keys(request.headers)))
})

test.each(valid)('%s is signed alike', (_, { credentials, request }) => {
  expect(signatureOf(credentials.clientSecret, request.body)).toBe(request.headers['x-douyin-signature'])
})

test.each(valid.filter(([name]) => !(name in scenes)))(
  '%s can be sent by hand, byte for byte',
  async (_, { request }) => {
    const key = request.headers['msg-id'] ?? ''
    await stage.control('deliver', { source: 'douyin', accountId: SPRUCE, key, body: request.body })

    const { path, headers, body } = request
    expect(stage.receiver.received.at(-1)).toMatchObject({ path, headers, body })
  },
)
