import { PROMISES, type PromiseWords } from './promise-words.ts'

const CLAUSE_END = /[;。!?\n~…]|,(?!\d)/
/** Negation before a promise cancels it; 不仅 and 不满意 do not. */
const NO_BEFORE =
  /(?:(?<![学做洗修装教治看用穿吃拍拿])不(?!仅|但|光|止|管|满|用|必|要|错|断|限|少|同|过|好)|没有?|无法|非|别|难以|谢绝|拒绝|禁止|避免|取消|缺少|暂停)[^不]{0,4}$|未(?:曾|能|予|必|有|经|作|做)?$/
const NO_AFTER = /^[^;。]{0,3}(?:不(?:能|可|支持|参与|同享|叠加|适用|含|享|行|是)|没有|除外)/
const YES_OR_NO = /(.)[不没]\1/g
/** Hedges: the clause does not commit. */
const LEFT_OPEN = /为准|是否|如有|若有|如果有|有没有|会不会|能不能|要看|视.{0,6}而定|具体(?:请|可)?(?:咨询|以|看)/
/** Stop characters when comparing what is promised. */
const EMPTY_CHARACTERS = new Set(
  '的了呢哦呀啊吧哈嘛噢啦吗么您你亲我们咱这那个是有在也都就可以能会给为和与及或到来去说看要想请好很还再但而且所如果则即现全部均一下些本~,;。!?:\'"()[] \t\0',
)
/** Characters beside a promise that are read as its object. */
const NEAR = 4

type StatedPromise = {
  name: string
  text: string
  isDenied: boolean
  /** Characters beside the promise, and of its whole clause. */
  near: ReadonlySet<string>
  around: ReadonlySet<string>
}

/** Promises in a `plainText`. The object is often in the clause before. */
function readPromises(plain: string): StatedPromise[] {
  const clauses = plain.split(CLAUSE_END)
  return clauses.flatMap((clause, index) => promisesIn(clause, clauses[index - 1] ?? ''))
}

function promisesIn(text: string, before: string): StatedPromise[] {
  if (LEFT_OPEN.test(text)) return []
  const clause = text.replace(YES_OR_NO, '$1')
  return PROMISES.flatMap((promise) =>
    [...clause.matchAll(promise.pattern)].map((match) => {
      const start = match.index
      const end = start + match[0].length
      return {
        name:
          match[1] === undefined
            ? promise.name
            : `${promise.name} ${match[1].replace(/[疼苦感]+/g, '痛').replace(/痛+/g, '痛')}`,
        text: match[0],
        isDenied: NO_BEFORE.test(clause.slice(0, start)) || NO_AFTER.test(clause.slice(end)),
        near: objectsOf(promise, [
          ...tellingIn(clause.slice(0, start)).slice(-NEAR),
          ...tellingIn(clause.slice(end)).slice(0, NEAR),
        ]),
        around: objectsOf(promise, tellingIn(before + clause.slice(0, start) + clause.slice(end))),
      }
    }),
  )
}

const tellingIn = (text: string): string[] => Array.from(text).filter((sign) => !EMPTY_CHARACTERS.has(sign))

const objectsOf = ({ hasObject }: PromiseWords, signs: readonly string[]): ReadonlySet<string> =>
  new Set(hasObject ? signs : [])

/** Promises of an answer that no source makes for the same object. */
export function inventedPromises(answer: string, sources: readonly string[]): StatedPromise[] {
  const known = sources.flatMap((source) => readPromises(source)).filter(({ isDenied }) => !isDenied)
  return readPromises(answer).filter(
    (stated) => !stated.isDenied && !known.some((other) => other.name === stated.name && isAboutSame(stated, other)),
  )
}

/** One common character may be coincidence. */
const ALIKE = 2

function isAboutSame({ near }: StatedPromise, { around }: StatedPromise): boolean {
  if (near.size === 0 || around.size === 0) return true
  const both = [...near].filter((sign) => around.has(sign)).length
  return both >= Math.min(ALIKE, near.size)
}
