/** Bound of unbounded repetitions: `.*` matches at most this many characters. */
export const PATTERN_REACH = 20
/** Maximum match attempts of a pattern at one position. */
const BACKTRACKING_MAX = 500

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
  // One entry per open group: whether it contains a choice or repetition; repeating such a group backtracks exponentially.
  const open = [false]
  const markLoose = () => {
    open[open.length - 1] = true
  }
  let bounded = ''
  let ways = 1
  let isLastLoose = false
  let at = 0
  while (at < pattern.length) {
    const quantifier = matchAt(QUANTIFIER, pattern, at)
    const groupStart = matchAt(GROUP_START, pattern, at)
    if (quantifier) {
      const { min, max } = rangeOf(quantifier)
      if (min > PATTERN_REACH || (isLastLoose && max > 1)) return undefined
      const reach = Math.min(max, Math.max(min, PATTERN_REACH))
      ways *= reach - min + 1
      if (ways > BACKTRACKING_MAX) return undefined
      markLoose()
      bounded += `{${min},${reach}}${quantifier[5] ?? ''}`
      at += quantifier[0].length
      continue
    }
    if (groupStart) {
      open.push(false)
      bounded += groupStart[0]
      at += groupStart[0].length
      continue
    }
    const atom = matchAt(ATOM, pattern, at)?.[0] ?? ''
    isLastLoose = atom === ')' && open.pop() === true
    if (atom === '|' || isLastLoose) markLoose()
    bounded += atom
    at += atom.length
  }
  return bounded
}

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
