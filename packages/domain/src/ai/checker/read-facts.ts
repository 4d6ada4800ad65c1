import { foldText } from '../../lead/fold-text.ts'
import type { Source } from '../../sources.ts'
import { readClock } from './clock-facts.ts'
import { readContacts, readLinks } from './contact-facts.ts'
import { readCalendarDates, readDates } from './date-facts.ts'
import { type Fact, Reading } from './fact.ts'
import { readQuantities } from './quantity-facts.ts'

const DASHES = /[\u2010-\u2015\u2212]/g

/** Normalised for comparison: NFKC, lower case. A Chinese comma ends a clause and never groups digits. */
export const plainText = (text: string, source?: Source): string =>
  foldText(text.replaceAll('，', ';').replace(DASHES, '-'), source).text.toLowerCase()

/** All checkable facts of a `plainText`, in order. */
export function readFacts(plain: string): Fact[] {
  const reading = new Reading(plain)
  readLinks(reading)
  readCalendarDates(reading)
  readContacts(reading)
  readDates(reading)
  readClock(reading)
  readQuantities(reading)
  return reading.facts.toSorted((one, other) => one.start - other.start)
}

/** The amounts of money a text names. */
export function pricesIn(text: string): number[] {
  const amounts = readFacts(plainText(text)).flatMap(({ offers }) => offers.filter((form) => form.startsWith('money:')))
  return amounts.map((form) => Number(form.slice('money:'.length)))
}
