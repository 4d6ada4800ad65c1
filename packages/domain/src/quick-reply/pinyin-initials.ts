/**
 * The first character in pinyin collation of each initial letter. Common characters only: browsers' collation
 * does not order others.
 */
const FIRSTS = '吖八嚓哒婀发旮哈讥咔垃妈拿噢趴七蚺仨他挖夕丫匝'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')
const isHan = /\p{Script=Han}/u

const known = new Map<string, string>()

/** Pinyin initials of a text: 报价单 is bjd; Latin letters and digits are kept. */
export function pinyinInitials(text: string): string {
  let initials = ''
  for (const character of text.normalize('NFKC').toLowerCase()) {
    if (/[a-z0-9]/.test(character)) initials += character
    else if (isHan.test(character)) initials += initialOf(character)
  }
  return initials
}

function initialOf(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  let index = FIRSTS.length - 1
  while (index > 0 && byPinyin.compare(character, FIRSTS[index] ?? '') < 0) index -= 1
  const letter = LETTERS[index] ?? ''
  known.set(character, letter)
  return letter
}
