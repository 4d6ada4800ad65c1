import type {
  AccountView,
  AuthoriseView,
  ContentView,
  IndexView,
  JournalEntry,
  MerchantView,
  MessageView,
  PhoneView,
  PostView,
} from '../../views.ts'

export const NOW = '2026-11-15T02:08:00.000Z'

const picture = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="${color}" d="M0 0h4v4H0z"/></svg>`)}`

const FACE = picture('#c98263')
const SHOP = picture('#7f9fa8')

const minutesAgo = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

export const NOTE: PostView = {
  postId: 'note-1',
  kind: 'note',
  title: '奶油风衣柜，小户型也能装下四季',
  coverUrl: SHOP,
  authorName: '云杉家居旗舰店',
}

let lastId = 0

export function message(content: ContentView, more: Partial<MessageView> = {}): MessageView {
  lastId += 1
  return {
    messageId: `m-${lastId}`,
    from: 'merchant',
    origin: 'api',
    staffName: null,
    at: minutesAgo(3),
    content,
    isRecalled: false,
    recalledBy: null,
    isRead: false,
    canRecall: false,
    ...more,
  }
}

export const textMessage = (text: string, more: Partial<MessageView> = {}): MessageView =>
  message({ type: 'text', text }, more)

export const ownText = (text: string, more: Partial<MessageView> = {}): MessageView =>
  textMessage(text, { from: 'customer', origin: 'customer', ...more })

type Card = Extract<ContentView, { type: 'card' }>

export const card = (more: Partial<Card> = {}): Card => ({
  type: 'card',
  cardType: 'lead_form',
  cardId: 'card-1',
  title: '免费上门量尺',
  coverUrl: SHOP,
  labels: ['姓名', '手机号'],
  filled: null,
  wechat: null,
  isCopied: false,
  ...more,
})

export const phoneView = (more: Partial<PhoneView> = {}): PhoneView => ({
  source: 'redbook',
  now: NOW,
  account: {
    accountId: '60aa41c7d2e9f0835b16c4b7',
    name: '云杉家居旗舰店',
    avatarUrl: SHOP,
    mainAccountName: null,
    isAuthorised: true,
  },
  customer: { customerId: '5f3c1122334455667788aac1', name: '小满', city: '成都', avatarUrl: FACE },
  isEntered: true,
  isBlocked: false,
  isPhoneMasked: false,
  grant: null,
  messages: [],
  comments: [],
  posts: [NOTE],
  ads: [{ adId: 'ad-1', name: '奶油风种草', postId: NOTE.postId }],
  pictures: [{ name: 'wardrobe', label: '衣柜', url: SHOP }],
  emoticons: [{ name: '谢谢你', label: '谢谢你', url: FACE }],
  videos: [{ name: 'room', label: '看看我家客厅', durationMs: 3000 }],
  voices: [{ name: 'ask-price', label: '问价格', durationMs: 3000 }],
  can: { voice: true, grant: false, maskPhone: false, copyWechat: true, tapQuestion: false },
  ...more,
})

export const account = (more: Partial<AccountView> = {}): AccountView => ({
  source: 'redbook',
  accountId: '60b8e35a917c4df2068a3d51',
  name: '拾光整装设计',
  avatarUrl: SHOP,
  city: '长沙',
  standing: 'certified',
  authorisation: {
    appId: 'app-1',
    appName: '如晤',
    scopes: ['read', 'reply', 'profile'],
    since: minutesAgo(600),
    accessEndsAt: new Date(Date.parse(NOW) + 14.5 * 86_400_000).toISOString(),
  },
  staff: [{ staffId: '61c05d8a3b7e42f9160d8e71', name: '拾光·设计师阿宁', avatarUrl: FACE, state: 'authorised' }],
  adSpend: 12_800,
  isAutoReplyOn: false,
  isBanned: false,
  customerCount: 3,
  messageCount: 21,
  merchantPath: '/merchant/redbook/60b8e35a917c4df2068a3d51',
  ...more,
})

export const merchantView = (more: Partial<MerchantView> = {}): MerchantView => ({
  now: NOW,
  account: account(),
  conversations: [
    {
      customerId: '5f3c1122334455667788aac1',
      customerName: '小满',
      avatarUrl: FACE,
      accountId: '60b8e35a917c4df2068a3d51',
      accountName: '拾光整装设计',
      lastText: '想看看奶油风衣柜[害羞R]',
      lastAt: minutesAgo(3),
      phonePath: '/phone/redbook/60b8e35a917c4df2068a3d51/5f3c1122334455667788aac1',
      messages: [ownText('想看看奶油风衣柜[害羞R]')],
    },
  ],
  posts: [NOTE],
  can: { staff: true, autoReply: false, adSpend: true },
  ...more,
})

export const entry = (n: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  n,
  at: minutesAgo(1),
  direction: 'out',
  source: 'douyin',
  accountId: null,
  name: 'im_receive_msg',
  method: 'POST',
  path: '/hooks/douyin',
  headers: { 'msg-id': `id-${n}` },
  body: '{"event":"im_receive_msg"}',
  answer: { status: 200, body: '{}' },
  attempt: 1,
  notes: [],
  ...more,
})

export const indexView = (more: Partial<IndexView> = {}): IndexView => ({
  now: NOW,
  seed: 7,
  webhookTarget: 'http://127.0.0.1:8080',
  accounts: [account()],
  customers: [],
  knobs: [
    {
      name: 'hook.duplicate',
      group: 'hook',
      groupLabel: '推送',
      label: '重复推送',
      explanation: '按此概率把同一条推送送两次',
      input: { kind: 'probability' },
      global: null,
      perAccount: [],
    },
  ],
  clock: { mode: 'real', factor: 1, now: NOW },
  scripts: [
    { scriptId: 'price', title: '价格咨询后留资', sources: ['douyin', 'redbook'], summary: '问价、嫌贵、最后留资' },
  ],
  runs: [],
  journal: [entry(1)],
  journalLast: 1,
  counts: { delivered: 1, refused: 0, retried: 0, givenUp: 0, waiting: 0 },
  ...more,
})

export const authoriseView = (more: Partial<AuthoriseView> = {}): AuthoriseView => ({
  source: 'douyin',
  appName: '如晤',
  problem: null,
  scopes: [
    { name: 'user_info', label: '公开信息', isRequired: true, isTicked: true },
    { name: 'im.recall_message', label: '撤回私信', isRequired: false, isTicked: false },
  ],
  accounts: [
    {
      accountId: 'a-1',
      name: '云杉家居',
      avatarUrl: SHOP,
      standing: 'certified',
      city: '成都',
      isAuthorisedHere: false,
    },
    {
      accountId: 'a-2',
      name: '青禾软装',
      avatarUrl: SHOP,
      standing: 'bound_elsewhere',
      city: '苏州',
      isAuthorisedHere: false,
    },
  ],
  query: { client_key: 'awsim0001', state: 's-1' },
  ...more,
})
