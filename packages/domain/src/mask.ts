// Fixed number of asterisks (138****5678, n***9): a mask does not reveal the length.
const PHONE_STARS = '****'
const STARS = '***'

/** Keeps the first 3 and last 4 of 7 or more characters, else the first and last. */
export function maskPhone(phone: string): string {
  const characters = Array.from(phone)
  if (characters.length < 7) return keepEnds(characters)
  return characters.slice(0, 3).join('') + PHONE_STARS + characters.slice(-4).join('')
}

export function maskName(name: string): string {
  return keepEnds(Array.from(name))
}

export function maskWechat(wechatId: string): string {
  return keepEnds(Array.from(wechatId))
}

/** A single character is masked whole; empty stays empty. */
function keepEnds(characters: readonly string[]): string {
  if (characters.length === 0) return ''
  if (characters.length === 1) return STARS
  return characters[0] + STARS + characters.at(-1)
}
