import { clausesOf } from './clauses.ts'

const words = (rows: readonly string[]) => rows.flatMap((row) => row.split(' '))

/** Insults, threats and giving up: one is enough. */
const STRONG: readonly string[] = words([
  '垃圾 辣鸡 傻逼 傻b sb 煞笔 沙雕 智障 脑残 弱智 有病 神经病 滚 去死 操你 草泥马 妈的 他妈 tmd nmd 王八蛋 混蛋 畜生 狗东西',
  '骗子 骗人 骗钱 诈骗 欺诈 欺骗 黑心 黑店 奸商 坑人 坑爹 坑货 忽悠人 割韭菜 套路人 耍我 耍人 玩我呢 不要脸 无耻 恶心',
  '投诉你 投诉你们 我要投诉 举报 曝光 12315 12345 消协 消费者协会 工商局 维权 起诉 告你们 打官司 律师函 报警 差评 一星',
  '气死 气炸 火大 忍无可忍 受够了 受不了 太过分 过分了 什么玩意 什么东西啊 什么态度 什么破 什么垃圾 破店 烂店 太烂 真烂 烂透',
  '再也不 不会再来 拉黑 避雷 踩雷 上当 被骗 被坑 吃相难看 欺负人 店大欺客 把我当傻子 当我傻 糊弄 退钱 还钱 赔钱',
])
/** Mild: two of them, or one with emphasis. */
const MILD: readonly string[] = words([
  '生气 很气 失望 无语 服了 醉了 烦 烦死 烦人 着急 急死 郁闷 后悔 差劲 太差 真差 很差 态度差 敷衍 拖拖拉拉 磨叽 推卸 推脱 不负责 不专业',
  '没人管 没人理 没人回 没人接 没人回复 不理人 不理我 不回我 不回复 不回消息 已读不回 装死 装傻 答非所问 听不懂人话 说了半天 说了八百遍 说了多少遍 问了多少遍',
  '等了半天 等了好久 等这么久 等了一天 等好几天 等了几天 还没到 还不发货 还没发货 到底发不发 多久了 还要多久 太慢 慢死 骚扰 烦不烦 有完没完 呵呵 离谱 坑 套路 忽悠 不靠谱 质量差 假货 烂',
])
const LOUD =
  /(?:太|真|非常|特别|超级|超|极其|简直|实在|巨|贼|忒|相当|越来越|一直|老是|总是|每次|天天)(?:让人|叫人|令人|是|也|的|他|特么)*$/
const LOUD_WORD = /^[太真]|死$/
/** Worry or negation: 会不会坑人, 不是骗子吧. */
const DENIED =
  /(?:不|没|没有|不是|不会|不算|别|并不|未|无|不太|不怎么|不至于)(?:是|会|有|算|觉得|感到|太|很|再|说|要|想|你们|你|在|被)*$|(?:怕|担心|万一|防止|避免|(?<![只就才光])会被?)$/
const WONDERED = /^(?:吗|么|吧|嘛|呢)|^[^吗]{0,6}(?:吗|么)$/
/** Words that merely contain one of the above. */
const OTHER_WORDS =
  /垃圾(?:桶|袋|分类|处理|车|站)|烦(?:请|劳)|麻烦|坑(?:位|洞|距|口|坑洼洼)|毛孔坑|痘坑|(?:泪|凹)坑|烂(?:脸|漫|尾|牙|痘)|滚(?:轮|动|筒|边|珠|针)|着急(?:用|要|穿|装|吗|的话)|套路(?:图|课)|过期|一星期|恶心(?:想吐|反胃|呕吐)|孕.{0,4}恶心|灿烂|腐烂|不耐烦/g

const STRONG_WORTH = 2
const MILD_WORTH = 1
const LOUD_TIMES = 1.5
const SHOUT = /[!！?？]{2,}|[!！]\s*$/
const SHOUT_WORTH = 0.5
/** Negativity from which a handoff fires. */
const NEGATIVE_FROM = 1.5

/** Negativity score, 0 or more. */
function negativity(text: string): number {
  const score = clausesOf(text).reduce((sum, clause) => sum + ofClause(clause.replace(OTHER_WORDS, '')), 0)
  return score > 0 && SHOUT.test(text) ? score + SHOUT_WORTH : score
}

function ofClause(clause: string): number {
  const strong = STRONG.some((word) => isMeant(clause, word)) ? STRONG_WORTH : 0
  const mild = MILD.filter((word) => isMeant(clause, word))
  const loud = mild.some((word) => LOUD_WORD.test(word) || LOUD.test(clause.slice(0, clause.indexOf(word))))
  return strong + (mild.length > 0 ? MILD_WORTH * (loud ? LOUD_TIMES : 1) : 0)
}

/** Matches inside longer tokens do not count: 12345 in a phone number, sb in usb. */
const isInsideAnother = (clause: string, at: number, word: string): boolean =>
  /^\w+$/.test(word) && /[-\w]/.test((clause[at - 1] ?? '') + (clause[at + word.length] ?? ''))

function isMeant(clause: string, word: string): boolean {
  const at = clause.indexOf(word)
  if (at < 0 || isInsideAnother(clause, at, word)) return false
  return !DENIED.test(clause.slice(0, at)) && !WONDERED.test(clause.slice(at + word.length))
}

export const isNegative = (text: string): boolean => negativity(text) >= NEGATIVE_FROM
