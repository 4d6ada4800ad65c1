import { withoutEmoji } from '@ruwu/domain/emoji'

/** Invented stand-ins for the platforms' word lists, which are not public. */
const FORBIDDEN_WORDS = ['刷单', '代开发票', '全网最低价']

const LINK = /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|cn|net|top|vip|shop|cc|xyz)\b/i

/** WeChat names and their look-alikes, with something that could be a name behind them. */
const WECHAT = /(?:微信|薇信|威信|维信|v\s*信|[vⅴ]\s*[x×]|wechat|weixin|加\s*[v微薇])\s*[:：]?\s*[a-z0-9_-]{5,}/i
const TELEPHONE = /1[3-9]\d{9}/
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.]+/
const QQ = /(?:qq|扣扣|企鹅)\D{0,3}\d{5,11}/i
// oxfmt-ignore
const DIGIT_WORDS: Readonly<Record<string, string>> = {
  零: '0', 〇: '0', 一: '1', 幺: '1', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9',
}

export const hasForbiddenWord = (text: string): boolean => FORBIDDEN_WORDS.some((word) => text.includes(word))

export const hasLink = (text: string): boolean => LINK.test(text)

/** redbook: contact details go through cards only. Emoji and spaces between digits hide nothing. */
export function hasContactData(text: string): boolean {
  const { text: bare } = withoutEmoji('redbook', text)
  const digits = bare.replaceAll(/[零〇一幺二三四五六七八九]/g, (word) => DIGIT_WORDS[word] ?? word)
  const joined = digits.replaceAll(/[\s\-.·]/g, '')
  return TELEPHONE.test(joined) || [WECHAT, EMAIL, QQ].some((pattern) => pattern.test(bare) || pattern.test(digits))
}

/** `13800001234` leaves the platform as `138****1234` where the application may not see numbers. */
export const maskPhones = (text: string): string => text.replaceAll(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')
