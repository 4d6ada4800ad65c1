/**
 * The first character, in the order of pinyin, of each letter that syllables begin with. Only common characters: browsers know the order
 * of no others.
 */
const FIRSTS = '吖八嚓哒婀发旮哈讥咔垃妈拿噢趴七蚺仨他挖夕丫匝'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')
const isHan = /\p{Script=Han}/u

const known = new Map<string, string>()

/** The letters a text is typed by: 报价单 is bjd; Latin letters and digits stand for themselves. */
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
