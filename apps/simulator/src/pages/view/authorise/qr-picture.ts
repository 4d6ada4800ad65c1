import { brandMark } from '../brand.ts'
import { type Html, html } from '../html.ts'
import { texts } from './texts.ts'

const SIZE = 29
const FINDER = 7
/** Room in the middle for the mark. */
const HOLE = { from: 11, to: 17 }

/** xorshift over the text's hash: the same request draws the same picture. */
function bitsOf(text: string): () => boolean {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state & 1) === 1
  }
}

const isCorner = (x: number, y: number): boolean =>
  (x <= FINDER && y <= FINDER) || (x >= SIZE - FINDER - 1 && y <= FINDER) || (x <= FINDER && y >= SIZE - FINDER - 1)

const isHole = (x: number, y: number): boolean => x >= HOLE.from && x <= HOLE.to && y >= HOLE.from && y <= HOLE.to

const finder = (x: number, y: number): Html =>
  html`<path d="M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z" fill-rule="evenodd" />`

/** Looks like a QR code and holds nothing: the pages stand for the scan themselves. */
export function qrPicture(text: string): Html {
  const next = bitsOf(text)
  const cells: string[] = []
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      if (next() && !isCorner(x, y) && !isHole(x, y)) cells.push(`M${x} ${y}h1v1h-1z`)
    }
  }
  return html`<figure class="qr">
    <svg viewBox="-2 -2 ${SIZE + 4} ${SIZE + 4}" role="img" aria-label="${texts.qr}" shape-rendering="crispEdges">
      <rect x="-2" y="-2" width="${SIZE + 4}" height="${SIZE + 4}" fill="#fff" />
      <g fill="#1a1c21">
        <path d="${cells.join('')}" />
        ${finder(0, 0)}${finder(SIZE - FINDER, 0)}${finder(0, SIZE - FINDER)}
      </g>
    </svg>
    <span class="qr-mark">${brandMark(40)}</span>
  </figure>`
}
