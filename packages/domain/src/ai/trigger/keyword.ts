import { clausesOf } from './clauses.ts'

/** Words that merely contain a keyword. */
const OTHER_WORDS: readonly string[] = [
  '人工智能 人工费 人工成本 人工草坪 人工草皮 人工泪液 人工湖 人工流产 人工授精 人工受精 人工晶体 人工皮 人工骨',
  '人工合成 人工养殖 人工培育 人工石 人工降雨 人工呼吸 人工耳蜗 人工关节 人工植 人工打磨 人工钻 人工种植 人工鱼 人工沙',
  '投诉率 零投诉 退款率 骗子公司怎么识别',
].flatMap((row) => row.split(' '))

/** Refusals: 不用给我转人工. */
const REFUSED =
  /(?:不用|不要|不需要|不想要?|不必|无需|别|甭|先不|暂时不|暂不|没有?要|没想|没说要?|不是要|不是想|不找|不(?=转|接))(?:给我|帮我|为我|再|转|找|接|联系|叫|请|一个|个|你们|的|是|去|要)*$/
/** 为什么不转人工 is a request. */
const WONDERED = /(?:为什么|为啥|怎么|咋|凭什么|干嘛)[^，。]{0,4}(?:不|没|别)(?:给我|帮我|能|让|转|接|找)*$/
/** Asks whether it is a human: 你是人工吗. */
const ASKED_WHO = /(?:你|您|这|那边|对面)?(?:们)?(?:是|到底是|现在是|确定是)(?:不是)?(?:真的?)?$/
const PERSON_WORDS: ReadonlySet<string> = new Set(['人工', '人工客服', '真人', '客服'])

/** The handoff keyword in a customer's text; matches inside other words and refusals do not count. */
export function findKeyword(text: string, keywords: readonly string[]): string | undefined {
  const clauses = clausesOf(text)
  // Longest first: 转人工 before 人工.
  return keywords
    .toSorted((one, other) => other.length - one.length)
    .find((word) => {
      const [bare] = clausesOf(word)
      return bare !== undefined && clauses.some((clause) => asksFor(clause, bare))
    })
}

function asksFor(clause: string, word: string): boolean {
  for (let at = clause.indexOf(word); at >= 0; at = clause.indexOf(word, at + 1)) {
    if (isPartOfOther(clause, word, at)) continue
    const before = clause.slice(0, at)
    if (PERSON_WORDS.has(word) && ASKED_WHO.test(before)) continue
    if (!REFUSED.test(before) || WONDERED.test(before)) return true
  }
  return false
}

function isPartOfOther(clause: string, word: string, at: number): boolean {
  return OTHER_WORDS.some((other) => {
    const inside = other.indexOf(word)
    return inside >= 0 && other !== word && clause.startsWith(other, at - inside)
  })
}
