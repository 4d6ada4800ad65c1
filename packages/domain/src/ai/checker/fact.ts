import type { CheckFinding } from '@ruwu/contract'

/**
 * Something in a text that is right or wrong: a price, a date, a number to call. `wants` are the forms in which it may
 * stand elsewhere, one of which is enough (none: it
 * may always be said); `offers` are those in which it supports what is said elsewhere.
 */
export type Fact = {
  kind: CheckFinding['kind']
  text: string
  start: number
  wants: readonly string[]
  offers: readonly string[]
  /** What it is said of may be the customer: their home, their age, the day they come. */
  isPersonal?: boolean
}

/** Without a text of its own it is what the pattern found. */
export type ReadFact = Omit<Fact, 'text' | 'start'> & { text?: string }

/** A text in which what has been read is blanked, so that nothing is read twice. */
export class Reading {
  text: string
  readonly facts: Fact[] = []

  constructor(text: string) {
    this.text = text
  }

  /** Reads everything the pattern finds; `read` answers undefined where it is something else. */
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

/** Keeps every place where it is. */
const blank = (text: string, start: number, end: number) =>
  text.slice(0, start) + '\0'.repeat(end - start) + text.slice(end)
