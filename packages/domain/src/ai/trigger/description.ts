import { coverage } from '../text-coverage.ts'
import { clausesOf } from './clauses.ts'

/** Filler of descriptions such as 客户询问合同细节. */
const AROUND =
  /(?:当|如果|若|假如)?(?:客户|用户|顾客|对方|有人|他们?|她)|(?:询问|咨询|问到|问及|问起|问|提到|提及|提出|说到|说|表示|表达|想要?|要求|希望|需要|要|打算|了解|知道|关于|涉及|有关|谈到|谈|聊到|开始|明确|主动|进行|发生|出现|讨论|索要|时候?|的话|时|等|相关|内容|问题|方面|情况|的|了|是否|能否|怎么样?|如何|吗|呢|什么|哪些)/g
const ALTERNATIVES = /、|或者?|以及|和|与|及|\/|,|，|;|；/
/** Minimum coverage of a description by the customer's text. */
const DESCRIBED_FROM = 0.5
const FEWEST = 2

/** Whether a customer's text matches a description; alternatives match separately. */
export function isDescribedBy(text: string, description: string): boolean {
  return describedBy(text, description) >= DESCRIBED_FROM
}

export function describedBy(text: string, description: string): number {
  const bareText = clausesOf(text).join('')
  if (bareText === '') return 0
  const topics = description
    .split(ALTERNATIVES)
    .map((part) => part.replace(AROUND, ' ').trim())
    .filter((topic) => topic.replace(/\s/g, '').length >= FEWEST)
  return Math.max(0, ...topics.map((topic) => coverage(topic, bareText)))
}
