import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawCaptcha, GLYPHS, newCaptchaCode } from './captcha.ts'

const PREFIX = 'data:image/png;base64,'
const [WIDTH, HEIGHT] = [248, 84]

/** mulberry32: the same pictures in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0
  }
}

/** Pixels of our own PNGs: one IDAT, no filters. */
function pixelsOf(image: string): Uint8Array {
  const file = Buffer.from(image.slice(PREFIX.length), 'base64')
  const length = file.readUInt32BE(33)
  expect([file.readUInt32BE(16), file.readUInt32BE(20), file.toString('latin1', 37, 41)]).toEqual([
    WIDTH,
    HEIGHT,
    'IDAT',
  ])
  const rows = inflateSync(file.subarray(41, 41 + length))
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, no) => rows[Math.floor(no / WIDTH) + no + 1] ?? 0)
}

/** Half the size, dark is 1: what a script would compare. */
function darkness(pixels: Uint8Array): Float32Array {
  const small = new Float32Array((WIDTH / 2) * (HEIGHT / 2))
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      if ((pixels[y * WIDTH + x] ?? 0) < 150) small[(y >> 1) * (WIDTH / 2) + (x >> 1)]! += 0.25
  return small
}

/** The strokes of a character as points of a grid with half the picture's resolution, its middle at 0, 0. */
const templates = Object.entries(GLYPHS).map(([character, glyph]) => {
  const spots = new Set<string>()
  for (const stroke of glyph.split(' M')) {
    const corners = stroke.split(' ').map((pair) => pair.split(',').map(Number))
    for (const [no, [x1 = 0, y1 = 0]] of corners.slice(0, -1).entries()) {
      const [x2 = 0, y2 = 0] = corners[no + 1] ?? []
      for (let t = 0; t <= 1; t += 0.05)
        spots.add(`${Math.round((x1 + (x2 - x1) * t - 2) * 4)} ${Math.round((y1 + (y2 - y1) * t - 3) * 4)}`)
    }
  }
  return { character, spots: [...spots].map((spot) => spot.split(' ').map(Number) as [number, number]) }
})

/** Reads a picture by laying every character over every place of its quarter, as a script of an afternoon does. */
function readOff(image: string): string {
  const dark = darkness(pixelsOf(image))
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= WIDTH / 2 || y >= HEIGHT / 2 ? 0 : (dark[y * (WIDTH / 2) + x] ?? 0)
  return [0, 1, 2, 3]
    .map((no) => {
      let [best, read] = [-1, '']
      for (const { character, spots } of templates)
        for (let dx = -6; dx <= 6; dx += 2)
          for (let dy = -6; dy <= 6; dy += 2) {
            const [x, y] = [20 + no * 26 + dx, HEIGHT / 4 + dy]
            const score = spots.reduce((sum, [right, down]) => sum + at(x + right, y + down), 0) / spots.length
            if (score > best) [best, read] = [score, character]
          }
      return read
    })
    .join('')
}

test('a captcha is a picture of pixels that a script laying characters over it does not read', () => {
  const random = seeded(7)
  const codes = Array.from({ length: 10 }, () => newCaptchaCode(random))

  const images = codes.map((code) => drawCaptcha(code, random))

  expect(images.every((image) => image.startsWith(PREFIX))).toBe(true)
  const readings = images.map(readOff)
  const characters = readings.flatMap((reading, no) => Array.from(reading, (each, at) => each === codes[no]?.[at]))
  expect(readings.filter((reading, no) => reading === codes[no]).length).toBeLessThanOrEqual(1)
  expect(characters.filter(Boolean).length / characters.length).toBeLessThan(0.5)
})

test('one code never has the same picture twice', () => {
  expect(drawCaptcha('A3K9')).not.toBe(drawCaptcha('A3K9'))
})
