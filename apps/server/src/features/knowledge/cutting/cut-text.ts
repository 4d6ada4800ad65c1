import { isRowLine } from '../../../platform/reading/row-line.ts'
import { fillPieces } from './fill-pieces.ts'
import { startsAnswer, startsQuestion } from './pair-lines.ts'
import type { Piece } from './piece.ts'
import { rowPiece } from './row-piece.ts'
import { sentencesOf } from './sentences.ts'

const HEADING_CHARS = 60
const MARKED = /^(#{1,6})\s+(.+)$/
/** Unmarked headings: 第三章 …, 一、… */
const NUMBERED = /^(第[一二三四五六七八九十百\d]{1,4}[章节部分篇]|[一二三四五六七八九十]{1,3}、)\s*\S.{0,28}$/

/** Splits a text into searchable pieces: question–answer pairs, table rows and parts of running text. */
export function cutText(text: string): Piece[] {
  const cutter = new Cutter()
  for (const line of text.split(/\r\n|\r|\n/)) cutter.take(line.replaceAll(/\s+/g, ' ').trim())
  return cutter.end()
}

class Cutter {
  private readonly pieces: Piece[] = []
  private readonly path: { level: number; text: string }[] = []
  private running: string[] = []
  private pair: { question: string; answer: string[] } | undefined

  take(line: string): void {
    const question = startsQuestion(line)
    const heading = this.headingOf(line)
    if (question !== undefined || heading) this.flush()
    if (question !== undefined) this.pair = { question, answer: [] }
    else if (heading) this.under(heading)
    else if (this.pair) this.answer(line, this.pair)
    else if (isRowLine(line)) this.row(line)
    else this.running.push(line)
  }

  end(): Piece[] {
    this.flush()
    return this.pieces
  }

  private headingOf(line: string): { level: number; text: string } | undefined {
    const marked = MARKED.exec(line)
    if (marked) return { level: marked[1]?.length ?? 1, text: (marked[2] ?? '').slice(0, HEADING_CHARS) }
    if (!NUMBERED.test(line) || /[。；;，,]$/.test(line)) return undefined
    return { level: line.startsWith('第') ? 1 : 2, text: line }
  }

  private under(heading: { level: number; text: string }): void {
    while ((this.path.at(-1)?.level ?? 0) >= heading.level) this.path.pop()
    this.path.push(heading)
  }

  private answer(line: string, pair: { answer: string[] }): void {
    const first = startsAnswer(line)
    if (first !== undefined || line !== '') pair.answer.push(first ?? line)
  }

  private row(line: string): void {
    this.flush()
    this.pieces.push(rowPiece(this.heading(), line))
  }

  private flush(): void {
    const { pair, running } = this
    this.pair = undefined
    this.running = []
    if (pair && pair.answer.length > 0) {
      this.pieces.push({ heading: pair.question, text: pair.answer.join('\n'), words: [pair.question] })
      return
    }
    // A question without an answer is treated as running text.
    const lines = pair ? [pair.question] : running
    for (const text of fillPieces(lines)) this.add(text)
  }

  private heading(): string {
    return this.path.map(({ text }) => text).join(' > ')
  }

  /** Matched by its heading or any single sentence, because a question concerns one of them. */
  private add(text: string): void {
    const heading = this.heading()
    this.pieces.push({ heading, text, words: [...(heading === '' ? [] : [heading]), ...sentencesOf(text)] })
  }
}
