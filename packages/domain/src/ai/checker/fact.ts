import type { CheckFinding } from '@ruwu/contract'

/**
 * A checkable statement in a text: price, date, phone number. `wants`: normalised forms, one of which a source must offer
 * (none: needs no source);
 * `offers`: normalised forms it supports as a source.
 */
export type Fact = {
  kind: CheckFinding['kind']
  text: string
  start: number
  wants: readonly string[]
  offers: readonly string[]
  /** May be about the customer: home, age, appointment. */
  isPersonal?: boolean
}

/** Default text: the matched string. */
export type ReadFact = Omit<Fact, 'text' | 'start'> & { text?: string }

/** A text being parsed; parsed spans are blanked, so that nothing is read twice. */
export class Reading {
  text: string
  readonly facts: Fact[] = []

  constructor(text: string) {
    this.text = text
  }

  /** Parses all matches; `read` returns undefined to reject one. */
  take(pattern: RegExp, read: (match: RegExpExecArray) => ReadFact | undefined): void {
    let text = this.text
    for (const match of this.text.matchAll(pattern)) {
      const fact = read(match)
      if (!fact) continue
      this.facts.push({ text: match[0].trim(), ...fact, start: match.index })
      text = blank(text, match.index, match.index + match[0].length)
    }
    this.text = text
  }
}

/** Blanks with spaces, so that offsets stay valid. */
const blank = (text: string, start: number, end: number) =>
  text.slice(0, start) + '\0'.repeat(end - start) + text.slice(end)
