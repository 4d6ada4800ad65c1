import { afterEach, beforeEach, expect, test } from 'vitest'
import { decrypt, encrypt, signatureOf } from '../redbook/crypto.ts'
import { openStage, REDBOOK_LIGHT, REDBOOK_SPRUCE, STAFF_NING, type Stage } from '../testing/stage.ts'
import type { CustomerAct, StaffView } from '../views.ts'
import { deliveryShape, fieldsOf, newestOf } from './testing/delivery-shape.ts'
import { readSamples, type WebhookSample } from './testing/samples.ts'

const CUSTOMER = '5f3c9a0e1d7b2c4486f0e1c1'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

/** What happens on the platform; the newest delivery after it is the sample's. */
type Scene = () => Promise<unknown>

const bind = () => stage.redbook.bind(REDBOOK_SPRUCE)
const act = (step: CustomerAct) => stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, step)
const type = (text: string) => stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'text', customerId: CUSTOMER, text })
const newestFields = () => fieldsOf(stage.receiver.received.at(-1)?.body)
const does =
  (step: CustomerAct): Scene =>
  async () => {
    await bind()
    await act(step)
  }
const staff =
  (state: StaffView['state']): Scene =>
  async () => {
    await stage.redbook.bind(REDBOOK_LIGHT)
    await stage.merchant('redbook', REDBOOK_LIGHT, { do: 'staff_set', staffId: STAFF_NING, state })
  }

/** One of several forms that the platform uses: again and again until it comes. */
const until =
  (fits: (fields: Record<string, unknown>) => boolean, scene: Scene): Scene =>
  async () => {
    for (let tries = 0; tries < 60; tries++) {
      await scene()
      if (fits(newestFields())) return
    }
  }
/** Fields come in two forms; most samples show the common one. */
const usual = (scene: Scene) => until((fields) => 'avatar' in (fields.user_info as object), scene)

async function revoke(): Promise<void> {
  await bind()
  await stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'revoke' })
}

async function sent(messageType: string, content: unknown): Promise<void> {
  await does({ do: 'text', text: '在吗' })()
  await stage.redbook.send(await stage.redbook.token(), REDBOOK_SPRUCE, CUSTOMER, messageType, content)
  await stage.advance(300)
}
const card = (cardType: string, materialId: string) =>
  sent('CARD', { card_type: cardType, material_id: materialId, title: '', cover_url: '' })

const scenes: Record<string, Scene> = {
  'bind-account': bind,
  'unbind-plain': until((fields) => 'user_id' in fields, revoke),
  'unbind-plain-account-code': until((fields) => 'account_code' in fields, revoke),
  'unbind-encrypted': until((fields) => 'content' in fields, revoke),
  'kos-authorised': staff('authorised'),
  'kos-pending': staff('asked'),
  'kos-revoked': staff('revoked'),
  'message-text': usual(does({ do: 'text', text: '想看看奶油风衣柜[害羞R]' })),
  'message-text-header-image': until(
    (fields) => 'header_image' in (fields.user_info as object),
    does({ do: 'text', text: '还有现货吗' }),
  ),
  'message-text-to-staff': async () => {
    await stage.redbook.bind(REDBOOK_LIGHT, ['read', 'reply'])
    await stage.act('redbook', STAFF_NING, CUSTOMER, { do: 'text', text: '设计师在吗' })
  },
  'message-image': usual(does({ do: 'image' })),
  'message-video': usual(does({ do: 'video' })),
  'message-voice': usual(does({ do: 'voice' })),
  'message-emoticon': usual(does({ do: 'emoticon' })),
  'message-note': usual(does({ do: 'share' })),
  'hint-enter-ad': usual(does({ do: 'enter', via: 'ad' })),
  'hint-enter-plain': usual(does({ do: 'enter' })),
  'hint-recall': usual(async () => {
    await does({ do: 'text', text: '发错了' })()
    await act({ do: 'recall' })
  }),
  'hint-recall-by-merchant': async () => {
    await bind()
    const { messageId } = await type('发错了')
    await stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'recall', customerId: CUSTOMER, messageId })
  },
  'hint-read': usual(async () => {
    await bind()
    await type('在的')
    await act({ do: 'read' })
  }),
  'hint-unknown': async () => {
    await bind()
    await stage.knobs({ 'fields.extra': true })
    const typing = () => stage.world.journal.after(0).find(({ name }) => name === 'typing')
    for (let tries = 0; tries < 60 && !typing(); tries++) await usual(does({ do: 'text', text: '在吗' }))()
    const { path = '', body = '' } = typing() ?? {}
    stage.receiver.received.push({ path, body, headers: {} })
  },
  'echo-api': () => sent('TEXT', { text: '您好，这款有现货' }),
  'echo-app': async () => {
    await bind()
    await type('在的亲')
  },
  'data-card-submit': async () => {
    await card('lead_form', 'mat-lead-2')
    await act({ do: 'submit_card', fields: { 姓名: '周女士', 手机号: '13800001234' } })
  },
  'data-wechat-copy': async () => {
    await card('contact', 'mat-contact-1')
    await act({ do: 'copy_wechat' })
  },
  comment: does({ do: 'comment', text: '这个怎么卖' }),
  'comment-below-comment': does({ do: 'comment', text: '这个怎么卖', parentId: 'parent' }),
}

const samples = readSamples<WebhookSample>('redbook', 'webhook')
const encrypted = samples.filter(
  ([name, { request }]) => request.body.includes('~split~') && name !== 'refused-wrong-key',
)
const sampleOf = (wanted: string) => samples.find(([name]) => name === wanted)?.[1] as WebhookSample

test('every scene has its sample', () => {
  const names = new Set(samples.map(([name]) => name))
  expect(Object.keys(scenes).filter((name) => !names.has(name))).toEqual([])
})

test.each(samples.filter(([name]) => name in scenes))(
  '%s is what the simulator makes',
  async (name, { request, credentials }) => {
    await scenes[name]?.()
    await stage.advance(0)

    const made = newestOf(stage.receiver.received, name === 'hint-unknown' ? ['trace_id'] : [])
    expect(deliveryShape(made, credentials.cryptoKey)).toEqual(deliveryShape(request, credentials.cryptoKey))
  },
)

test.each(encrypted)('%s is encrypted alike', (_, { credentials, request }) => {
  const { content } = fieldsOf(request.body) as { content: string }
  const iv = Buffer.from(content.split('~split~')[0] ?? '', 'base64')
  expect(encrypt(credentials.cryptoKey, iv, decrypt(credentials.cryptoKey, content) ?? '')).toBe(content)
})

test.each(samples.filter(([name]) => !(name in scenes)))(
  '%s can be sent by hand, byte for byte',
  async (_, { request }) => {
    const { path, body } = request
    await stage.control('deliver', { source: 'redbook', accountId: REDBOOK_SPRUCE, path, body })

    expect(stage.receiver.received.at(-1)).toMatchObject({ path, body })
  },
)

test('signed: the header is made as in the sample, unless it is switched off', async () => {
  const { credentials, request } = sampleOf('signed')
  expect(signatureOf(credentials.cryptoKey, request.body)).toBe(request.headers['x-xhs-signature'])

  await bind()
  const made = stage.receiver.received.at(-1)
  expect(made?.headers['x-xhs-signature']).toBe(signatureOf(credentials.cryptoKey, made?.body ?? ''))
  await stage.knobs({ 'hook.badSignature': true })
  await act({ do: 'text', text: '在吗' })
  const spoilt = stage.receiver.received.at(-1)
  expect(spoilt?.headers['x-xhs-signature']).not.toBe(signatureOf(credentials.cryptoKey, spoilt?.body ?? ''))

  const unsigned = await openStage({ isRedbookSigned: false })
  await unsigned.redbook.bind(REDBOOK_SPRUCE)
  expect(unsigned.receiver.received.at(-1)?.headers).not.toHaveProperty('x-xhs-signature')
  await unsigned.close()
})

test('refused-wrong-key: neither the sample nor a spoilt cipher can be opened', async () => {
  const { credentials, request } = sampleOf('refused-wrong-key')
  const { content } = fieldsOf(request.body) as { content: string }
  expect(decrypt(credentials.cryptoKey, content)).toBeUndefined()

  await bind()
  await stage.knobs({ 'hook.badCipher': true })
  await act({ do: 'text', text: '在吗' })
  expect(decrypt(credentials.cryptoKey, newestFields().content as string)).toBeUndefined()
})
