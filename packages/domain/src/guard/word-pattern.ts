/** Bound of unbounded repetitions: `.*` matches at most this many characters. */
export const PATTERN_REACH = 20
/** Maximum text length that patterns are run on. */
export const PATTERN_INPUT_LENGTH = 2000
/** Maximum match attempts of a pattern at one position: repetitions and choices, multiplied where they follow each other. */
const BACKTRACKING_MAX = 2000

const ATOM = /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/uy
const GROUP_START = /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y

/** Compiles a word row's pattern; undefined when invalid or possibly exponential (ReDoS). */
export function compileWordPattern(pattern: string): RegExp | undefined {
  try {
    const bounded = boundedPattern(pattern)
    return bounded === undefined ? undefined : new RegExp(bounded, 'giu')
  } catch {
    return undefined
  }
}

/** The pattern with bounded repetitions; undefined when repetitions are nested or too many. */
function boundedPattern(pattern: string): string | undefined {
  // The open groups, outermost first.
  const open: Group[] = [{ isLoose: false, before: 0, ways: 1 }]
  const inner = () => open.at(-1)!
  let bounded = ''
  let isLastLoose = false
  let at = 0
  while (at < pattern.length) {
    const quantifier = matchAt(QUANTIFIER, pattern, at)
    const groupStart = matchAt(GROUP_START, pattern, at)
    if (quantifier) {
      const { min, max } = rangeOf(quantifier)
      if (min > PATTERN_REACH || (isLastLoose && max > 1)) return undefined
      const reach = Math.min(max, Math.max(min, PATTERN_REACH))
      inner().ways *= reach - min + 1
      inner().isLoose = true
      bounded += `{${min},${reach}}${quantifier[5] ?? ''}`
      at += quantifier[0].length
      continue
    }
    if (groupStart) {
      open.push({ isLoose: false, before: 0, ways: 1 })
      bounded += groupStart[0]
      at += groupStart[0].length
      continue
    }
    const atom = matchAt(ATOM, pattern, at)?.[0] ?? ''
    isLastLoose = false
    if (atom === '|') Object.assign(inner(), { isLoose: true, before: waysOf(inner()), ways: 1 })
    if (atom === ')' && open.length > 1) {
      const closed = open.pop()!
      isLastLoose = closed.isLoose
      inner().isLoose ||= closed.isLoose
      inner().ways *= waysOf(closed)
    }
    bounded += atom
    at += atom.length
  }
  return waysOf(inner()) > BACKTRACKING_MAX ? undefined : bounded
}

/** `isLoose`: contains a choice or repetition; repeating it backtracks exponentially. `before`: ways of its alternatives before this one. */
type Group = { isLoose: boolean; before: number; ways: number }

const waysOf = ({ before, ways }: Group): number => before + ways

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function rangeOf([, sign, from, comma, to]: RegExpExecArray): { min: number; max: number } {
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
  const min = Number(from)
  if (!comma) return { min, max: min }
  return { min, max: to ? Number(to) : Infinity }
}
