// The number of asterisks is fixed (138****5678, n***9), so a mask does not tell how much it hides.
const PHONE_STARS = '****'
const STARS = '***'

/** From 7 characters on keeps the first 3 and last 4, below that the first and last one. */
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

/** A single character is hidden whole, since keeping it would show everything; nothing stays nothing. */
function keepEnds(characters: readonly string[]): string {
  if (characters.length === 0) return ''
  if (characters.length === 1) return STARS
  return characters[0] + STARS + characters.at(-1)
}
