const byText = (a, b) => (String(a) < String(b) ? -1 : 1)

/** A sorted copy, by default by code point. */
// oxlint-disable-next-line unicorn/no-array-sort -- these scripts also run on Node 18, which has no toSorted
export const sorted = (list, compare = byText) => [...list].sort(compare)
