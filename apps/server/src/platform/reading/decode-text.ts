/** Control characters that never occur in text: a file with them is binary. */
// oxlint-disable-next-line no-control-regex
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffe\uffff]/

const ENCODINGS = ['utf-8', 'gb18030'] as const

/** Decodes UTF-8, UTF-16 or GB18030; undefined for binary content. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  for (const encoding of ENCODINGS) {
    const text = decoded(bytes, encoding)
    if (text !== undefined) return text
  }
  return undefined
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return NOT_TEXT.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Decodes with the declared encoding, else with the detected one. */
export function decodeAs(bytes: Uint8Array, named: string | undefined): string | undefined {
  if (named === undefined) return decodeText(bytes)
  try {
    return new TextDecoder(named).decode(bytes)
  } catch {
    return decodeText(bytes)
  }
}
