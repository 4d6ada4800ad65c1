import { randomInt } from 'node:crypto'
import { greyPng } from './png.ts'

/** Strokes of each character on a 4 × 6 grid, without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, J T, U V). */
export const GLYPHS: Record<string, string> = {
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
  K: '0,0 0,6 M4,0 0,3.4 4,6',
  M: '0,6 0.4,0 2,3.6 3.6,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1.5 3,3 0,3',
  R: '0,6 0,0 3,0 4,1.5 3,3 0,3 M2,3 4,6',
  T: '0,0 4,0 M2,0 2,6',
  U: '0,0 0,4.6 1.2,6 2.8,6 4,4.6 4,0',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6 M4,0 0,6',
  Y: '0,0 2,3 4,0 M2,3 2,6',
}

const CAPTCHA_LENGTH = 4
/** Twice the size it is shown in. */
const WIDTH = 248
const HEIGHT = 84

/** An integer from 0 up to but not including `below`. */
type Random = (below: number) => number
type Point = readonly [x: number, y: number]
/** A line from one point to another with round ends. */
type Line = { from: Point; to: Point; radius: number }

export function newCaptchaCode(random: Random = randomInt): string {
  const characters = Object.keys(GLYPHS)
  return Array.from({ length: CAPTCHA_LENGTH }, () => characters[random(characters.length)]).join('')
}

/**
 * The code as a picture of pixels: characters turned, sheared and close to each other, curves of the same ink across them, all bent by
 * waves, with noise. Nothing in the data tells where a stroke begins.
 */
export function drawCaptcha(code: string, random: Random = randomInt): string {
  const within = (least: number, most: number) => least + ((most - least) * random(10_001)) / 10_000
  const ink = drawLines([...glyphLines(code, within), ...curveLines(within), ...specks(within)])
  const bend = waves(within)
  const grain = mulberry32(random(2 ** 32 - 1))
  const paper = within(205, 235)
  const depth = paper - within(60, 90)
  const pixels = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const shade = paper - depth * sample(ink, bend(x, y)) + 52 * (grain() - 0.5)
      // Few shades: noise of every shade would make the file several times as large.
      pixels[y * WIDTH + x] = Math.min(255, Math.max(0, Math.round(shade / 12) * 12))
    }
  return `data:image/png;base64,${greyPng(pixels, WIDTH, HEIGHT).toString('base64')}`
}

/** Many numbers from 0 to 1, cheaper than those of the system. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Within = (least: number, most: number) => number

function glyphLines(code: string, within: Within): Line[] {
  let middle = within(30, 48)
  return Array.from(code).flatMap((character) => {
    const [x, y, size] = [middle, HEIGHT / 2 + within(-12, 12), within(6.4, 9.4)]
    const [turn, shear, radius] = [within(-0.44, 0.44), within(-0.33, 0.33), within(2.5, 3.1)]
    middle += within(46, 57)
    const place = ([gx, gy]: Point): Point => {
      const [right, down] = [(gx - 2) * size + within(-1.3, 1.3), (gy - 3) * size + within(-1.3, 1.3)]
      const leaning = right + shear * down
      return [
        x + leaning * Math.cos(turn) - down * Math.sin(turn),
        y + leaning * Math.sin(turn) + down * Math.cos(turn),
      ]
    }
    return (GLYPHS[character] ?? '').split(' M').flatMap((stroke) => path(points(stroke).map(place), radius))
  })
}

const points = (stroke: string): Point[] =>
  stroke.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })

const path = (corners: Point[], radius: number): Line[] =>
  corners.slice(1).map((to, no) => ({ from: corners[no] ?? to, to, radius }))

/** Two curves from edge to edge. */
const curveLines = (within: Within): Line[] =>
  [0, 1].flatMap(() => {
    const [start, end] = [within(14, HEIGHT - 14), within(14, HEIGHT - 14)]
    const [height, length, phase] = [within(6, 16), within(60, 130), within(0, 6.3)]
    const corners = Array.from({ length: 32 }, (_, no): Point => {
      const x = (no / 31) * WIDTH
      return [x, start + ((end - start) * no) / 31 + height * Math.sin((x / length) * 2 * Math.PI + phase)]
    })
    return path(corners, within(1.1, 1.5))
  })

/** Short lines everywhere. */
const specks = (within: Within): Line[] =>
  Array.from({ length: 16 }, () => {
    const [x, y] = [within(0, WIDTH), within(0, HEIGHT)]
    return { from: [x, y], to: [x + within(-9, 9), y + within(-9, 9)], radius: within(0.7, 1.2) }
  })

/** Darkness of each pixel, from 0 to 1. */
function drawLines(lines: Line[]): Float32Array {
  const ink = new Float32Array(WIDTH * HEIGHT)
  for (const { from, to, radius } of lines) {
    const reach = radius + 1
    const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach]
    const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach]
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(HEIGHT - 1, bottom); y += 1)
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(WIDTH - 1, right); x += 1) {
        const dark = Math.min(1, Math.max(0, radius + 0.5 - distance([x, y], from, to)))
        ink[y * WIDTH + x] = Math.max(ink[y * WIDTH + x] ?? 0, dark)
      }
  }
  return ink
}

function distance([x, y]: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / square))
  return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy)
}

/** Where the pixel of the bent picture comes from. */
function waves(within: Within): (x: number, y: number) => Point {
  const wave = () => {
    const [height, length, phase] = [within(2.2, 3.8), within(44, 90), within(0, 6.3)]
    return (at: number) => height * Math.sin((at / length) * 2 * Math.PI + phase)
  }
  const [a, b, c, d] = [wave(), wave(), wave(), wave()]
  return (x, y) => [x + a(y) + b(x) / 2, y + c(x) + d(y) / 2]
}

/** Between four pixels; outside is paper. */
function sample(ink: Float32Array, [x, y]: Point): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT ? 0 : (ink[row * WIDTH + column] ?? 0)
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  )
}
