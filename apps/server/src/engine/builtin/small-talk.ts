/** Kind of a customer text; `signs` is emoji and punctuation only. */
export type MessageKind = 'greeting' | 'thanks' | 'goodbye' | 'agreed' | 'robot' | 'refusal' | 'signs' | 'question'

const NO_WORDS = /[\s\p{P}\p{S}\p{Cf}\p{M}]+/gu
/** The platforms' emoji codes: [微笑R]. */
const EMOJI_CODE = /\[[^[\]\s]{1,8}\]/g
const PARTICLES = /[啊呀哦噢喔哈嗯呢吧啦哟嘛了的]/

/** Matches a text made of these phrases and particles only. By dynamic programming: a regular expression would backtrack exponentially on 哦哦哦… (ReDoS). */
function matchesOnly(words: string): { test(text: string): boolean } {
  const all = words.split('|')
  return {
    test(text) {
      const reached = new Set([0])
      for (let at = 0; at < text.length; at += 1) {
        if (!reached.has(at)) continue
        if (at > 0 && PARTICLES.test(text.charAt(at))) reached.add(at + 1)
        for (const word of all) if (text.startsWith(word, at)) reached.add(at + word.length)
      }
      return text !== '' && reached.has(text.length)
    },
  }
}

const GREETING = matchesOnly(
  '您好|你好|亲|哈喽|哈啰|嗨|hi|hello|在吗|在不在|在么|有人吗|有人在吗|早上好|上午好|中午好|下午好|晚上好|早|老板|客服|您好呀|咨询一下|我想咨询一下|想咨询一下|请问',
)
const THANKS = matchesOnly(
  '谢谢|谢谢您|谢谢你|多谢|感谢|谢了|thanks|thankyou|3q|辛苦了|麻烦了|麻烦您了|太感谢|好的|好|嗯',
)
const HAS_THANKS = /谢|感谢|thank|辛苦/
const GOODBYE = matchesOnly(
  '再见|拜拜|拜|88|bye|byebye|晚安|先这样|先这样吧|那先这样|下次再聊|回头聊|有需要再联系|好的|谢谢|嗯',
)
const HAS_GOODBYE = /再见|拜|88|bye|晚安|先这样|下次再聊|回头聊|再联系/
const AGREED = matchesOnly(
  '好|好的|好滴|好哒|行|可以|嗯|嗯嗯|恩|ok|okk|okay|收到|知道|知道了|明白|明白了|了解|了解了|懂了|是|是的|对|对的|没问题|没事|没有|没有了|没了|暂时没有|哦|哦哦|噢|喔|哈哈|呵|嘿嘿|我看看|我考虑一下|考虑一下|我再看看|再看看|再考虑|我想想|等下|稍等|等一下',
)
const ROBOT =
  /(?:是|算)(?:不是|个|一个|一?只)?(?:真的)?(?:机器人?|机械人|ai|人工智能|程序|智能客服|自动回复|chatgpt|gpt|模型)|(?:机器人?|ai|人工智能|自动回复|智能客服)(?:吗|吧|么|还是|呢|在回)|(?:真人|活人|人工|本人|人)还是(?:机器|ai|人工智能|程序)|(?:是|你是)(?:真人|活人|人工|真的人)(?:吗|么|吧|客服吗|在回)|^(?:真人|活人)吗?$/
const REFUSAL =
  /^(?:我|那|先|还是|暂时|现在|这个|也)?(?:不方便|不想|不愿意?|不太方便|不用|不必|不需要|算了|先不|暂时不|别)(?:留|给|说|加|透露|提供|告诉|了|填|发)?(?:了|吧|哈|电话|手机号?|微信|联系方式|号码|谢谢)*$/

/** Precedence when the clauses differ: 没有了，谢谢 is thanks. */
const BY_WEIGHT: readonly MessageKind[] = ['question', 'robot', 'refusal', 'goodbye', 'thanks', 'greeting', 'agreed']
const PIECE_ENDS = /[\s，。！？；、,.!?;~～…]+/

export function classifyText(text: string): MessageKind {
  if (ROBOT.test(bare(text))) return 'robot'
  const talks = new Set(text.split(PIECE_ENDS).map((piece) => classifyClause(bare(piece))))
  return BY_WEIGHT.find((talk) => talks.has(talk)) ?? 'signs'
}

/** Whether one of the clauses refuses to give data. */
export const refusesToTell = (text: string): boolean =>
  text.split(PIECE_ENDS).some((piece) => REFUSAL.test(bare(piece)))

const bare = (text: string) => text.replace(EMOJI_CODE, '').replace(NO_WORDS, '').toLowerCase()

function classifyClause(clause: string): MessageKind {
  if (clause === '') return 'signs'
  if (GREETING.test(clause)) return 'greeting'
  if (REFUSAL.test(clause)) return 'refusal'
  if (GOODBYE.test(clause) && HAS_GOODBYE.test(clause)) return 'goodbye'
  if (THANKS.test(clause) && HAS_THANKS.test(clause)) return 'thanks'
  return AGREED.test(clause) ? 'agreed' : 'question'
}

const ASKS =
  /[?？]|吗|么$|呢|什么|啥|怎么|怎样|咋|多少|几|哪|谁|是否|是不是|有没有|有无|能不能|能否|可不可以|可以|能|会不会|要不要|需不需要|多久|多长|多大|多高|多贵|价格|价钱|费用|收费|报价|地址|电话|时间|推荐|介绍|想问|请问|咨询|了解|区别|流程|步骤|优惠|活动|预约|退|效果|营业|开门|停车/

export const isQuestion = (text: string): boolean => classifyText(text) === 'question' && ASKS.test(text)

const PRICE =
  /多少钱|要钱|收钱|啥价|什么价|价格|价位|价钱|价目|费用|收费|报价|怎么卖|怎么收|贵不贵|贵吗|太贵|贵了|好贵|有点贵|几块|几多钱|多钱|花多少|便宜|预算|收多少|多少米|多少一|一平多少|学费|单价|总价|打几折|优惠价/

export const asksPrice = (text: string): boolean => PRICE.test(text)

const CONTACT_ONLY = /^[\s\d+\-()（）a-z_:：，,。.、]*$/i
// No alternative may be a concatenation of others: each text must match in one way only, or matching backtracks exponentially (ReDoS).
const TELLS =
  /^(?:我|电话|手机|号码?|微信|联系|是|在|城市|坐标|打|加|这是|就是|人|的|吧|哈|可以|都行|同号|[:：，,。.\s\d+\-a-z_])*$/i

/** Whether a text only states values such as a phone number or a city; `values` are those found in it. */
export function onlyStatesValues(text: string, values: readonly string[]): boolean {
  if (values.length === 0) return false
  const rest = values.reduce((left, value) => left.replaceAll(value, ''), text)
  const words = rest.replace(NO_WORDS, '')
  // A lone number or letter that holds no value chooses something, or agrees.
  if (rest === text && words.length <= 2) return false
  return CONTACT_ONLY.test(rest) || TELLS.test(words) || (words.length <= 4 && !isQuestion(text))
}
