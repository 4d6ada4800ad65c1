import { findContacts } from '../lead/find-contacts.ts'
import { foldText } from '../lead/fold-text.ts'

/** Contact channels as customers write them. */
const CHANNEL =
  '(?:企业?微信?|微信?号?|威信|薇信?|卫星|绿泡泡|vx|wx|v信|v(?![a-z0-9])|qq|扣扣|联系方式|联系电话|(?:客服|咨询|服务)?(?:电话|热线)(?:号码?)?|手机号码?|座机|二维码|名片)'
/** Filler between verb and channel. */
const FILLER =
  '(?:一?[个下份张]|我|你们?|您|的|家|咱们?|店里?|老板|商家|老师|顾问|客服|销售|设计师|那边|这边|到|先|再|直接)*'

/** Words that merely contain a channel's name. */
const OTHER_THINGS =
  /(?:微信|二维码|扫码)(?:支付|付款|付|转账|红包|收款|小程序|公众号|群|朋友圈|分享)|用?微信付|电话(?:手表|卡|费|线|机|亭|会议|销售)|手机号?(?:壳|膜)|微(?:波|量|商|笑|胖|调|妙|博|水泥|型|晶|整)|小微|名片(?:夹|盒|印刷|设计)/g
/** Words with a negation that refuse nothing. */
const HARMLESS_NO =
  /不好意思|不知道|不清楚|不晓得|找不到|搜不到|没找到|没看[到见]|没有(?=你|您|联系|电话|微信)|不然|要不/g
/** 能不能, 有没有, 可不可以. */
const YES_OR_NO = /(.)[不没]\1/g

const REFUSES = /(?:不|别(?!的)|没|勿|甭|拒绝|无需)[^加留给打要发联]{0,3}(?:加|留|给|打|要|发|联系|用|方便|需要|想)/
/** Statements, not requests: failed, done, or the customer's own contact. */
const TELLS =
  /[打加接联][不没][通上了到]|没人接|不接|联系不上|(?:加|发|留|填|给)[^了过解]{0,6}(?:了(?!解)|过(?!来))|(?<![给发])我的?(?:微信|电话|手机|号码|联系方式|vx|wx|v)|(?:加|联系|打给|找)我(?:微|吧|$)|给我(?:来|打)|(?:给|发)[你您](?!们)/
/** Asks why the contact is needed. */
const WONDERS =
  /(?:为什么|为啥|干嘛|干什么|凭什么|怎么[老总还要]|必须|需要我?|一定|非要|还要|会不?)[^联微]{0,4}(?:要|留|加|打|填|提供)|要我(?:的|电话|微|手机|联系)/

const ASKS: readonly RegExp[] = [
  new RegExp(`[加扫]${FILLER}(?:${CHANNEL}|微(?!信)|好友)`),
  new RegExp(
    `${CHANNEL}(?:号码?)?(?:是|有|能|可以|方便|麻烦)?(?:多少(?!钱)|几号|什么(?!时候|意思|都)|啥|哪个|呢|吗|么|有没|发|给|报|留|推|能加|可以加|怎么加|咋加)`,
  ),
  new RegExp(`(?:有|求|问|发|给|留|报|要|来|换|提供|推|甩)${FILLER}${CHANNEL}`),
  /(?:怎么|怎样|如何|咋|哪里|在哪|通过什么)(?:样|才|能|可以|去|跟|和|与|找|到|你们?|您|商家|客服|取得|方式|直接)*(?:联系(?!快递|物流|司机|师傅|平台)|联络|加你|加您|打电话|找你|找您)/,
  /(?:电话|微信|vx|wx|v信|私下|线下)(?:上|里)?(?:联系|沟通|聊|谈|详聊|咨询|说)/,
  /联系方式|联系电话|打(?:哪个|什么|哪)(?:电话|号)|(?:能|可以|方便|想)(?:给|跟|和)?(?:你们?|您)(?:们)?(?:打|通)个?电话/,
  new RegExp(`^(?:你们?|您|老板|客服|商家)?(?:家|店)?的?${CHANNEL}$`),
  /换个?(?:地方|平台|软件)聊|加好友/,
]

const CLAUSE_ENDS = /[,.!?;:~…，。！？；：、\n]+/
const NO_WORDS = /[\s\p{P}\p{S}]+/gu

/** Whether a customer asks for our contact. A text with the customer's own contact does not. */
export function asksContact(text: string): boolean {
  const folded = foldText(text).text.toLowerCase()
  return folded.split(CLAUSE_ENDS).some(asks) && findContacts(text).every(({ state }) => state !== 'VALID')
}

function asks(text: string): boolean {
  const clause = text.replace(NO_WORDS, '').replace(OTHER_THINGS, '').replace(HARMLESS_NO, '').replace(YES_OR_NO, '$1')
  if (REFUSES.test(clause) || TELLS.test(clause) || WONDERS.test(clause)) return false
  return ASKS.some((pattern) => pattern.test(clause))
}
