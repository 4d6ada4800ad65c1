type LinkPart =
  | { kind: 'text'; text: string; start: number }
  | { kind: 'link'; text: string; href: string; start: number }

// A URL ends at whitespace, CJK characters or closing punctuation.
const ADDRESS = /(?:https?:\/\/|www\.)[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
const CLOSING = /[.,;:!?'")\]]+$/

/** Splits a text into URLs and the rest; the concatenated parts equal the text. */
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

/** Only http and https: other schemes (javascript:, data:) could execute code. */
export function hrefOf(address: string): string | undefined {
  const whole = /^www\./i.test(address) ? `https://${address}` : address
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined
}
