import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX } from '@ruwu/contract'
import { findContacts } from '@ruwu/domain'

const ANSWER_CHARS_MIN = 6
const QUESTION_CHARS_MIN = 3

/** How questions sound when nobody writes a question mark. */
const ASKING =
  /[?？]|吗|呢|么|嘛|多少|多久|几[个天号点岁年月次层块]|哪|谁|啥|怎么|怎样|如何|为什么|是不是|有没有|能不能|可不可以|要不要|会不会|行不行|可以.{0,12}不|支持|想问|请问|求|价格|地址|电话|预约/

export const isQuestionLike = (text: string): boolean => text.length >= QUESTION_CHARS_MIN && ASKING.test(text)

/** Whether a question and a person's answer to it could be of use to others: nothing in them belongs to one customer. */
export function isWorthKeeping(question: string, answer: string): boolean {
  if (question.length > QUESTION_CHARS_MAX || !isQuestionLike(question)) return false
  if (answer.length < ANSWER_CHARS_MIN || answer.length > ANSWER_CHARS_MAX) return false
  return [question, answer].every((text) => findContacts(text).length === 0)
}
