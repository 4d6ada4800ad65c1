import { decodeEntities } from './entities.ts'
import { tableLines } from './row-line.ts'

/** Elements without readable content. */
const SKIPPED = new Set(
  'script style noscript template svg canvas iframe object select button nav footer aside'.split(' '),
)
/** Raw text elements: their content is not parsed. */
const RAW = new Set(['script', 'style', 'textarea', 'title'])
const BLOCKS = new Set(
  'p div section article main header li ul ol dl dt dd table caption blockquote pre figure figcaption form hr br h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
/** A shorter <main> is a shell filled by scripts; then the whole page is used. */
const MAIN_CHARS_MIN = 100

type Tag = { name: string; isClosing: boolean; isEmpty: boolean; end: number }

/** Title and readable text of a page; headings start with #, table rows contain the column names. */
export function htmlText(html: string): { title: string; text: string } {
  const page = new Page()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    page.addText(html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    at = page.take(html, open)
  }
  return page.read()
}

class Page {
  private title = ''
  private readonly all: string[] = []
  private readonly main: string[] = []
  private line = ''
  private skipping: { name: string; depth: number } | undefined
  private mainDepth = 0
  private tables = 0
  private rows: string[][] = []

  /** Handles the markup at this `<`; returns the position after it. */
  take(html: string, open: number): number {
    if (html.startsWith('<!--', open)) return after(html, '-->', open + 4)
    if (html[open + 1] === '!' || html[open + 1] === '?') return after(html, '>', open)
    const tag = readTag(html, open)
    if (!tag) {
      this.addText('<')
      return open + 1
    }
    if (RAW.has(tag.name) && !tag.isClosing && !tag.isEmpty) {
      const close = closingOf(html, tag)
      if (tag.name === 'title' && this.title === '') this.title = tidy(decodeEntities(html.slice(tag.end, close)))
      return after(html, '>', close)
    }
    this.handle(tag)
    return tag.end
  }

  addText(raw: string): void {
    if (this.skipping || raw === '') return
    const text = decodeEntities(raw).replaceAll(/[\s\u00a0]+/g, ' ')
    const row = this.rows.at(-1)
    const cell = this.tables > 0 ? row?.length : undefined
    if (row && cell) row[cell - 1] += text
    else if (this.tables === 0) this.line += text
  }

  read(): { title: string; text: string } {
    this.endLine()
    const main = this.main.join('\n')
    return { title: this.title, text: main.length >= MAIN_CHARS_MIN ? main : this.all.join('\n') }
  }

  private handle({ name, isClosing, isEmpty }: Tag): void {
    if (this.skipping) {
      if (name === this.skipping.name && !isEmpty) this.skipping.depth += isClosing ? -1 : 1
      if (this.skipping.depth === 0) this.skipping = undefined
      return
    }
    if (SKIPPED.has(name)) {
      if (!isClosing && !isEmpty) this.skipping = { name, depth: 1 }
      return
    }
    if (name === 'table') return this.table(isClosing)
    if (this.tables > 0) return this.inTable(name, isClosing)
    if (name === 'main') {
      this.endLine()
      this.mainDepth = Math.max(0, this.mainDepth + (isClosing ? -1 : 1))
    } else if (BLOCKS.has(name)) {
      this.endLine()
      const level = /^h([1-6])$/.exec(name)?.[1]
      if (level && !isClosing) this.line = `${'#'.repeat(Number(level))} `
    }
  }

  private table(isClosing: boolean): void {
    if (!isClosing) {
      this.endLine()
      this.tables += 1
      return
    }
    if (this.tables === 0) return
    this.tables -= 1
    if (this.tables > 0) return
    for (const line of tableLines(this.rows)) this.add(line)
    this.rows = []
  }

  /** A nested table is flattened into its cell. */
  private inTable(name: string, isClosing: boolean): void {
    if (isClosing) return
    if (this.tables > 1) return this.addText(' ')
    if (name === 'tr') this.rows.push([])
    else if (name === 'td' || name === 'th') this.rows.at(-1)?.push('')
    else if (BLOCKS.has(name)) this.addText(' ')
  }

  private endLine(): void {
    const text = tidy(this.line)
    this.line = ''
    if (text !== '' && !/^#+$/.test(text)) this.add(text)
  }

  private add(line: string): void {
    this.all.push(line)
    if (this.mainDepth > 0) this.main.push(line)
  }
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

function closingOf(html: string, { name, end }: Tag): number {
  const pattern = new RegExp(`</${name}\\b`, 'gi')
  pattern.lastIndex = end
  return pattern.exec(html)?.index ?? html.length
}

function readTag(html: string, open: number): Tag | undefined {
  const pattern = /<(\/?)([a-z][\w:-]*)/iy
  pattern.lastIndex = open
  const match = pattern.exec(html)
  if (!match) return undefined
  let quote = ''
  let at = pattern.lastIndex
  for (; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') break
  }
  return {
    name: (match[2] ?? '').toLowerCase(),
    isClosing: match[1] === '/',
    isEmpty: html[at - 1] === '/',
    end: at + 1,
  }
}
