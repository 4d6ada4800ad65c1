import type { CheckFinding } from '@ruwu/contract'
import type { Fact } from './fact.ts'
import { readFacts } from './read-facts.ts'

const CLAUSE_END = /[;。!?\n]|,(?!\d)/g
/** Clauses about the customer: their visit, their home. */
const OF_CUSTOMER =
  /您(?:说|提|要|想|家|的|这边|那边|方便|是|刚)|你(?:说|提|要|想|家|的|方便|刚)|登记|记下|记录|收到|预约(?:了|在|到)|帮您约|给您约/
const TO_CUSTOMER = /[您你亲]/
/** Asks the customer when they come. */
const ASKS_CUSTOMER = /(?:您|你|亲|方便|打算|考虑).*(?:吗|呢|么|还是|什么时候|哪天|几点)|吗$/
/** Closed days: an answer that offers something then is wrong. */
const CLOSED =
  /停课|停诊|停业|休息|店休|[闭馆]馆|轮休|公休|不(?:可|能|支持|营业|上班|上课|开|接|发|排|适用|办)|除外|除了|以外|之外|关门|放假|暂停/
const DAY_FORM = /^(?:weekday|weekdays|weekend|workdays|daily|holiday|holidays):?/

/** A fact in its clause. */
type Placed = Fact & { clause: number; isClosed: boolean; mayBeClosed: boolean }

type Text = { clauses: string[]; facts: Placed[] }

function readText(plain: string): Text {
  const clauses = plain.split(CLAUSE_END)
  const starts = [0, ...[...plain.matchAll(CLAUSE_END)].map(({ index }) => index + 1)]
  const facts = readFacts(plain).map((fact) => {
    const clause = starts.findLastIndex((start) => start <= fact.start)
    const isClosed = CLOSED.test(clauses[clause] ?? '')
    return { ...fact, clause, isClosed, mayBeClosed: isClosed || CLOSED.test(clauses[clause + 1] ?? '') }
  })
  return { clauses, facts }
}

/** Prices, numbers, dates, times, phones and links of an answer without a source. */
export function inventedFacts(answer: string, sources: readonly string[], customer: readonly string[]): CheckFinding[] {
  const read = readText(answer)
  const known = sources.map(readText)
  const offered = new Set(known.flatMap(({ facts }) => facts.flatMap(offersOf)))
  const own = new Set(customer.flatMap((words) => readFacts(words)).flatMap(({ offers }) => offers))
  const isOwn = ({ wants }: Fact) => wants.some((want) => own.has(want))
  return read.facts
    .filter(({ wants }) => wants.length > 0)
    .filter((fact) => {
      const clause = read.clauses[fact.clause] ?? ''
      if (wantsOf(fact).some((want) => offered.has(want))) return isSwapped(fact, read, known)
      if (isLiteral(fact, sources)) return false
      if (fact.kind === 'date' && ASKS_CUSTOMER.test(clause))
        return fact.wants.some((want) => offered.has(`closed ${want}`))
      if (!fact.isPersonal || !isOwn(fact)) return true
      return !OF_CUSTOMER.test(clause) && !(TO_CUSTOMER.test(clause) && isWithinHours(fact, known))
    })
    .map(({ kind, text }) => ({ kind, text }))
}

const offersOf = ({ offers, isClosed }: Placed) =>
  offers.map((form) => (isClosed && DAY_FORM.test(form) ? `closed ${form}` : form))

function wantsOf({ wants, isClosed, mayBeClosed }: Placed): string[] {
  return wants.flatMap((form) => {
    if (!mayBeClosed || !DAY_FORM.test(form)) return [form]
    return isClosed ? [`closed ${form}`] : [form, `closed ${form}`]
  })
}

/** URLs and ids match as substrings as well. */
function isLiteral({ kind, wants }: Fact, sources: readonly string[]): boolean {
  const [form = ''] = wants
  if (kind !== 'link' && kind !== 'phone' && !form.startsWith('token:')) return false
  const literal = form.slice(form.indexOf(':') + 1).replace(/[\s-]/g, '')
  return literal !== '' && sources.some((source) => source.replace(/[\s-]/g, '').includes(literal))
}

const unitOf = ({ wants }: Fact) => wants[0]?.slice(0, wants[0].lastIndexOf(':')) ?? ''
const ANY_UNIT = 'any'
const supports = (offering: Fact, fact: Fact) => fact.wants.some((want) => offering.offers.includes(want))

/** Detects swapped pairs: 30ml是289元 where the knowledge says 30ml装199元，50ml装289元. */
function isSwapped(fact: Placed, { facts }: Text, known: readonly Text[]): boolean {
  const beside = facts.filter(
    (other) => other.clause === fact.clause && unitOf(other) !== unitOf(fact) && unitOf(other) !== ANY_UNIT,
  )
  return beside.some((other) => {
    const near = known.flatMap((text) =>
      text.facts
        .filter((each) => supports(each, other))
        .map((each) => text.facts.filter((one) => one.clause === each.clause)),
    )
    if (near.length === 0 || near.some((clause) => clause.some((each) => supports(each, fact)))) return false
    return near.every((clause) => clause.some((each) => unitOf(each) === unitOf(fact)))
  })
}

const CLOCK = /^clock:(\d+)$/
const minutesIn = ({ offers }: Fact) => offers.flatMap((form) => CLOCK.exec(form)?.[1] ?? []).map(Number)

/** A visit time within opening hours such as 9:00-18:00. */
function isWithinHours(fact: Fact, known: readonly Text[]): boolean {
  const times = minutesIn(fact)
  return known.some(({ facts }) => {
    const clocks = facts.filter((each) => minutesIn(each).length > 0)
    return clocks.slice(1).some((until, index) => {
      const from = minutesIn(clocks[index] ?? until)[0] ?? 0
      const to = minutesIn(until)[0] ?? 0
      return times.some((time) => (from <= to ? time >= from && time <= to : time >= from || time <= to))
    })
  })
}
