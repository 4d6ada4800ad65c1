import { randomInt } from 'node:crypto'

/** Strokes of each character on a 4 × 6 grid, without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const GLYPHS: Record<string, string> = {
  '3': '0,0 4,0 2,2.4 4,4 3,6 0,5.6',
  '4': '3,6 3,0 0,4 4,4',
  '6': '4,0 1,1.5 0,4 1,6 3,6 4,4.5 3,3 0.4,3.4',
  '7': '0,0 4,0 1.4,6',
  '9': '0,6 3,4.5 4,2 3,0 1,0 0,1.5 1,3 3.6,2.6',
  A: '0,6 2,0 4,6 M0.8,4 3.2,4',
  C: '4,1 2.6,0 0.8,0.8 0,3 0.8,5.2 2.6,6 4,5',
  E: '4,0 0,0 0,6 4,6 M0,3 3,3',
  F: '4,0 0,0 0,6 M0,3 3,3',
  H: '0,0 0,6 M4,0 4,6 M0,3 4,3',
  J: '3.4,0 3.4,4.6 2.4,6 1,6 0,4.8',
  K: '0,0 0,6 M4,0 0,3.4 4,6',
  M: '0,6 0.4,0 2,3.6 3.6,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1.5 3,3 0,3',
  R: '0,6 0,0 3,0 4,1.5 3,3 0,3 M2,3 4,6',
  T: '0,0 4,0 M2,0 2,6',
  U: '0,0 0,4.6 1.2,6 2.8,6 4,4.6 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6 M4,0 0,6',
  Y: '0,0 2,3 4,0 M2,3 2,6',
}

const CAPTCHA_LENGTH = 4
const WIDTH = 124
const HEIGHT = 42

type Random = (below: number) => number

export function newCaptchaCode(random: Random = randomInt): string {
  const characters = Object.keys(GLYPHS)
  return Array.from({ length: CAPTCHA_LENGTH }, () => characters[random(characters.length)]).join('')
}

/** Draws the code as distorted strokes, not as text, with noise lines. */
export function drawCaptcha(code: string, random: Random = randomInt): string {
  const jitter = (spread: number) => (random(2001) / 1000 - 1) * spread
  const glyphs = Array.from(code, (character, index) => {
    const x = 16 + index * 25 + jitter(3)
    const y = 10 + jitter(3)
    const path = (GLYPHS[character] ?? '')
      .split(' M')
      .map((stroke) => drawStroke(stroke, jitter))
      .join('')
    return `<path d="${path}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${jitter(14).toFixed(1)} 8 11) scale(${(1 + jitter(0.12)).toFixed(2)})"/>`
  })
  const noise = Array.from({ length: 3 }, () => {
    const ys = Array.from({ length: 4 }, () => 8 + random(HEIGHT - 16))
    return `<path d="M0 ${ys[0]}C40 ${ys[1]} 80 ${ys[2]} ${WIDTH} ${ys[3]}" stroke="#b7c0d0" stroke-width="1.3"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#eef1f6"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${noise.join('')}<g stroke="#46536b" stroke-width="2.6">${glyphs.join('')}</g></g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function drawStroke(stroke: string, jitter: (spread: number) => number): string {
  const points = stroke.split(' ').map((pair) => pair.split(',').map(Number))
  return points
    .map(
      ([x = 0, y = 0], index) =>
        `${index === 0 ? 'M' : 'L'}${(x * 3.8 + jitter(0.7)).toFixed(1)} ${(y * 3.6 + jitter(0.7)).toFixed(1)}`,
    )
    .join('')
}
