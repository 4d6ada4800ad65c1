type HighlightPart = { text: string; isHit: boolean }

/** Cuts a text into hits (drawn on yellow) and the rest, ignoring case; joined again the parts give the text. */
export function splitByKeyword(text: string, keyword: string): HighlightPart[] {
  const wanted = keyword.trim()
  if (wanted === '') return text === '' ? [] : [{ text, isHit: false }]
  const pattern = new RegExp(`(${wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
