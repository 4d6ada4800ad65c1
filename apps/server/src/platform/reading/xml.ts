import { decodeEntities } from './entities.ts'

export type XmlReader = {
  /** `attributes` is the raw source behind the name, for `attributeOf`. */
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
}

/** Reads XML front to back and holds none of it. Names come without their prefix; definitions (DTD, entities) are ignored. */
export function readXml(xml: string, reader: XmlReader): void {
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open !== at) reader.text(decodeEntities(xml.slice(at, open === -1 ? xml.length : open)))
    if (open === -1) return
    if (xml.startsWith('<![CDATA[', open)) {
      at = after(xml, ']]>', open)
      reader.text(xml.slice(open + '<![CDATA['.length, at - ']]>'.length))
    } else if (xml.startsWith('<!--', open)) at = after(xml, '-->', open)
    else if (xml[open + 1] === '!' || xml[open + 1] === '?') at = after(xml, '>', open)
    else at = readTag(xml, open + 1, reader)
  }
}

function readTag(xml: string, from: number, reader: XmlReader): number {
  let end = from
  for (let quote = ''; end < xml.length; end += 1) {
    const sign = xml[end] ?? ''
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') break
  }
  const isClosing = xml[from] === '/'
  const isEmpty = xml[end - 1] === '/'
  const source = xml.slice(from + (isClosing ? 1 : 0), isEmpty ? end - 1 : end)
  const [full = ''] = /^[^\s/]*/.exec(source) ?? []
  const name = full.slice(full.indexOf(':') + 1)
  if (!isClosing) reader.open(name, source.slice(full.length))
  if (isClosing || isEmpty) reader.close(name)
  return end + 1
}

const ATTRIBUTE = /([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(ATTRIBUTE))
    if (found === name) return decodeEntities(double ?? single ?? '')
  return undefined
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? xml.length : at + mark.length
}
