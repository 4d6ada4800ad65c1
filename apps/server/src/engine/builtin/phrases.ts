import type { AiDraft } from '@ruwu/contract'
import { aiFieldLabel, AMBIGUOUS_WECHAT } from '@ruwu/domain'
import type { EngineInput } from '../engine.ts'

type Role = AiDraft['role']

/** The address 亲 takes the pronoun 您. */
const you = ({ address }: Role) => (address === '你' ? '你' : '您')

/** Text in the account's form of address; 你们 does not mean the customer and stays. */
export function withFormOfAddress(text: string, role: Role): string {
  return role.address === '你' ? text.replaceAll('您', '你') : text.replace(/你(?!们)/g, '您')
}

const PICTURE = /\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})*/gu
const SMILE = '😊'

export const withSmile = (text: string, { emoji }: Role): string => (emoji === 'none' ? text : `${text}${SMILE}`)

/** Removes emoji for `none`, appends one for `many`. */
export function withPictures(text: string, { emoji }: Role): string {
  if (emoji === 'none') return text.replace(PICTURE, '')
  return emoji === 'many' && text.search(PICTURE) < 0 ? `${text}${SMILE}` : text
}

/** Greeting of the first answer. */
export function opener(role: Role): string {
  if (role.address === '亲') return role.tone === 'professional' ? '亲，您好。' : '亲，您好～'
  const hello = `${you(role)}好`
  return { professional: `${hello}，`, warm: `${hello}～`, lively: `哈喽～` }[role.tone]
}

const BY_NUMBER_ASKED = '回复数字就可以'
/** A message that asks for a choice. */
export const ASKS_CHOICE = new RegExp(`${BY_NUMBER_ASKED}|是想问「`)

/** The given name, after the brand's where there is one; a space separates Chinese from Latin letters. */
function nameOf(name: string, { profile: { brand } }: EngineInput['account']): string {
  if (!brand) return name
  return `${brand}的${/^[A-Za-z]/.test(name) ? ' ' : ''}${name}`
}

export const TEXTS = {
  introduction: ({ config: { role }, account }: EngineInput) => {
    return `${opener(role)}我是${nameOf(role.name, account)}，请问有什么可以帮${you(role)}？`
  },
  thanks: ({ tone }: Role) => `不客气，有问题随时问我${tone === 'professional' ? '。' : '哦～'}`,
  goodbye: (role: Role) => `好的，祝${you(role)}生活愉快，再见`,
  robot: ({ config: { role }, account }: EngineInput) => {
    // Even with saysAi off it never claims to be a person.
    if (!role.saysAi) return `我是${nameOf(role.name, account)}，请问有什么可以帮${you(role)}？`
    const name = role.name.startsWith('AI') ? role.name : `AI 助手${role.name}`
    return `我是${nameOf(name, account)}，由人工智能回答${you(role)}关于产品和服务的问题。`
  },
  refusal: (role: Role) => `没关系，${you(role)}想了解什么都可以继续问我。`,
  noted: (role: Role) => `收到，已经为${you(role)}登记好了。`,
  unknown: (role: Role) => `抱歉，这个问题我这边暂时没有准确的资料。${you(role)}还想了解其他方面吗？`,
  unknownPart: (question: string) => `关于「${question}」，我这边暂时没有准确的资料。`,
  acknowledged: (role: Role) => `好的，了解了。${you(role)}想了解哪方面呢？`,
  whichIsAsked: (role: Role) => `请问${you(role)}想了解哪一个？${BY_NUMBER_ASKED}：`,
  isThisAsked: (question: string, role: Role) => `请问${you(role)}是想问「${question}」吗？`,
  image: (role: Role) => `图片收到了，${you(role)}想了解哪方面呢？`,
  range: (low: number, high: number, role: Role) => `价格在 ${low}–${high} 元之间，具体看${you(role)}选择的内容。`,
} as const

/** Avoids the words the platforms block, such as 微信. */
export function askText(key: string, { config: { role }, fieldNames }: EngineInput): string {
  const known: Readonly<Record<string, string>> = {
    phone: `方便留个电话吗？`,
    wechat: `方便留一个联系方式吗？`,
    city: `请问${you(role)}在哪个城市呢？`,
    need: `方便说说${you(role)}的具体需求吗？`,
    [AMBIGUOUS_WECHAT]: `请问刚才发来的字母是${you(role)}的联系方式吗？`,
  }
  return known[key] ?? `请问${you(role)}的${aiFieldLabel(key, fieldNames)}是？`
}
