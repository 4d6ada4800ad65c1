import type { CheckFinding } from '@ruwu/contract'

/** An equal run of this many characters is a quotation of the prompt, not chance. */
const LEAK_RUN_CHARS = 10

/** Mentions of the prompt, of tools, of our markup and answer format, and program code. */
const PROMPT_LEAK =
  /提示词|系统(?:提示|指令|消息|设定)|开发者(?:模式|消息)|我的(?:指令|设定|规则)|我被(?:要求|设定|告知)|(?:system|hidden|initial|original|secret)\s*(?:prompt|message|instruction)|\b(?:my|these|the)\s+(?:system\s+)?(?:instructions?|prompts?|rules)\b|developer\s*mode|jailbreak|越狱|search_knowledge|send_card|save_lead|hand_over|"(?:action|ask|reason)"\s*:|[<＜]\/?[\p{Script=Han}]{2,8}[>＞]|```|\bdef\s+\w|\bfunction\s*\w*\(|\bimport\s+\w|\bselect\b.+\bfrom\b|<script|console\.|print\(/iu

/** Claims to be a person, another product or another role than the account's assistant. */
const FALSE_IDENTITY =
  /我(?:现在|其实|就|本来|可)?(?:是|叫)(?:一?(?:个|只|名|位))?(?:真人|人类|活人|真的人|猫娘|黑客|dan\b|chatgpt|gpt|claude|deepseek|openai|(?:你|您)的(?:主人|奶奶|女友|男友|朋友|老师)|老板|经理|店长|总裁|院长|医生|律师|警察|主管|管理员|开发者|工程师|程序员)|我不是(?:一个)?(?:ai|机器人|人工智能|程序)|\bi(?:'m| am)\s+(?:dan|a human|a real person|chatgpt|gpt|an? (?:cat|hacker|pirate))/iu

/** Base64 and similar encodings hide text from the checker. */
const ENCODED = /[a-z0-9+/=_-]{24,}/i

/** The checker compares facts in Chinese only, so sentences in other languages are refused. */
const UNCHECKABLE_LANGUAGE =
  /(?:\p{Script=Latin}+[\s,.'’-]+){3,}\p{Script=Latin}+|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}]{3,}/u

/** Format characters and Unicode tags (ASCII smuggling); the zero-width joiner stays because emoji need it. */
const INVISIBLE = /(?!\u200d)[\p{Cf}\u{e0000}-\u{e007f}]/gu

export const stripInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * Signs of a successful prompt injection: the answer quotes the confidential part of the prompt, claims another identity, or
 * says something the checker cannot read. A match that also stands in `allowed` (the enterprise's texts, the knowledge) passes.
 */
export function disclosuresIn(
  texts: readonly string[],
  confidential: string,
  allowed: readonly string[],
): CheckFinding[] {
  const whole = stripInvisible(texts.join('\n')).normalize('NFKC')
  const matches = [PROMPT_LEAK, FALSE_IDENTITY, ENCODED, UNCHECKABLE_LANGUAGE].flatMap(
    (pattern) => pattern.exec(whole)?.[0] ?? [],
  )
  const own = stripInvisible(allowed.join('\n')).normalize('NFKC')
  const invented = matches.filter((words) => !own.includes(words))
  const repeated = repeatedRun(lettersOnly(whole), lettersOnly(confidential))
  return [...invented, ...(repeated ? [repeated] : [])].map((text) => ({ kind: 'forbidden', text }))
}

const lettersOnly = (text: string) => text.replace(/[\s\p{P}\p{S}]/gu, '')

function repeatedRun(answer: string, confidential: string): string | undefined {
  for (let at = 0; at + LEAK_RUN_CHARS <= answer.length; at += 1) {
    const run = answer.slice(at, at + LEAK_RUN_CHARS)
    if (confidential.includes(run)) return run
  }
  return undefined
}
