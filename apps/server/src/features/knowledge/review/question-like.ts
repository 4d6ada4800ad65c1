import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX } from '@ruwu/contract'
import { findContacts, hasMaskedPhone } from '@ruwu/domain'

const ANSWER_CHARS_MIN = 6
const QUESTION_CHARS_MIN = 3

/** Question patterns for texts without a question mark. */
const ASKING =
  /[?？]|吗|呢|么|嘛|多少|多久|几[个天号点岁年月次层块]|哪|谁|啥|怎么|怎样|如何|为什么|是不是|有没有|能不能|可不可以|要不要|会不会|行不行|可以.{0,12}不|支持|想问|请问|求|价格|地址|电话|预约/

const isQuestionLike = (text: string): boolean => text.length >= QUESTION_CHARS_MIN && ASKING.test(text)

/** Requests for a human agent are no knowledge question; 人工费 and 人工智能 are. */
const FOR_A_PERSON =
  /转接|转人工|真人|人工(?:客服|服务|坐席|在)|[找要叫换接]个?人工(?![费智造草材])|^\W*人工[吗呢\s?？!！。]*$/u
/** Order numbers, parcels, ids, mail addresses: data of one customer. */
const OF_ONE_CUSTOMER = /\d{9,}|\w@\w/

/** Whether question and answer are reusable, i.e. contain no personal data. */
export function isWorthKeeping(question: string, answer: string): boolean {
  if (question.length > QUESTION_CHARS_MAX || !isQuestionLike(question)) return false
  if (answer.length < ANSWER_CHARS_MIN || answer.length > ANSWER_CHARS_MAX) return false
  return [question, answer].every(isForEverybody)
}

const isForEverybody = (text: string): boolean =>
  !FOR_A_PERSON.test(text) && !OF_ONE_CUSTOMER.test(text) && !hasMaskedPhone(text) && findContacts(text).length === 0
