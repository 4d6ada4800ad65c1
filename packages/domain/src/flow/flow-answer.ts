import type { FlowNodeOf } from '@ruwu/contract'
import { findContacts } from '../lead/index.ts'
import { foldText } from '../lead/fold-text.ts'

type Option = FlowNodeOf<'menu'>['data']['options'][number]

const plain = (text: string) => foldText(text).text.toLowerCase().trim()

/** `请选择\n1. 报价\n2. 预约`: how both platforms show a choice. */
export const numberedText = (title: string, options: readonly Option[]): string =>
  [title, ...options.map(({ text }, index) => `${index + 1}. ${text}`)].filter((line) => line !== '').join('\n')

/** The option a customer means by its number, its whole text, or a sentence that contains exactly one of the texts. */
export function findOption<Each extends Option>(message: string, options: readonly Each[]): Each | undefined {
  const text = plain(message)
  if (text === '') return undefined
  const number = /^(?:选|第)?\s*(\d{1,2})\s*[.、。个项）)]?$/.exec(text)?.[1]
  if (number !== undefined && options[Number(number) - 1]) return options[Number(number) - 1]
  const equal = options.find((option) => plain(option.text) === text)
  if (equal) return equal
  const within = options.filter((option) => option.text !== '' && text.includes(plain(option.text)))
  return within.length === 1 ? within[0] : undefined
}

/** The value that a customer's message gives to a question; undefined: it does not answer it. */
export function readAnswer({ kind, options }: FlowNodeOf<'ask'>['data'], message: string): string | undefined {
  const text = message.trim()
  if (text === '') return undefined
  switch (kind) {
    case 'text':
      return Array.from(text).slice(0, 200).join('')
    case 'phone':
      return findContacts(text).find((contact) => contact.kind === 'phone')?.value
    case 'wechat':
      return wechatIn(text)
    case 'number':
      return /-?\d+(?:\.\d+)?/.exec(plain(text).replaceAll(',', ''))?.[0]
    case 'choice':
      return findOption(text, options)?.text
  }
}

const WECHAT_ID = /^[A-Za-z][-_A-Za-z0-9]{5,19}$/

/** The question is the cue: a bare id counts, and so does a mobile number. */
function wechatIn(text: string): string | undefined {
  if (WECHAT_ID.test(text)) return text
  const contacts = findContacts(text).filter(({ state }) => state === 'VALID')
  return (contacts.find(({ kind }) => kind === 'wechat') ?? contacts.find(({ kind }) => kind === 'phone'))?.value
}
