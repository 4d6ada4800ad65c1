export type LinkPart =
  { kind: 'text'; text: string; start: number } | { kind: 'link'; text: string; href: string; start: number }

// An address ends where it can't go on: at spaces, Chinese letters and the punctuation that closes a sentence.
const ADDRESS = /(?:https?:\/\/|www\.)[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
const CLOSING = /[.,;:!?'")\]]+$/

/** Cuts a text into addresses and the rest; joined again the parts give the text. */
export function splitLinks(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(CLOSING, '')
    const href = hrefOf(address)
    if (!href) continue
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index), start: end })
    parts.push({ kind: 'link', text: address, href, start: index })
    end = index + address.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end), start: end })
  return parts
}

/** Only the web: an address of another kind could run something. */
export function hrefOf(address: string): string | undefined {
  const whole = /^www\./i.test(address) ? `https://${address}` : address
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined
}
