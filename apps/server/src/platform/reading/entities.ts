/** Named HTML entities that occur in text. */
// oxfmt-ignore
const NAMED: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', zwnj: '', zwj: '', shy: '',
  ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', sbquo: '‚', bdquo: '„', laquo: '«', raquo: '»', hellip: '…', mdash: '—',
  ndash: '–', middot: '·', bull: '•', yen: '¥', cent: '¢', pound: '£', euro: '€', copy: '©', reg: '®', trade: '™', deg: '°',
  times: '×', divide: '÷', plusmn: '±', sup2: '²', sup3: '³', frac12: '½', frac14: '¼', permil: '‰', micro: 'µ', para: '¶',
  sect: '§', le: '≤', ge: '≥', ne: '≠', asymp: '≈', larr: '←', rarr: '→', uarr: '↑', darr: '↓', infin: '∞', radic: '√',
}

const LAST_CODE_POINT = 0x10ffff

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,10}));?/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code).toWellFormed() : ''
  })
