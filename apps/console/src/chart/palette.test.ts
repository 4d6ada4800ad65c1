import { expect, test } from 'vitest'
import { type ChartTone, TONES } from './chart-data.ts'
import { palettes } from './palette.ts'

type Scheme = keyof typeof palettes
const SCHEME_NAMES = ['light', 'dark'] as const

/** Red, green and blue as light, from 0 to 1 (sRGB). */
const linear = (hex: string): [number, number, number] => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [r, g, b]
}

/** Contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((hex) => {
      const [r, g, b] = linear(hex)
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    })
    .toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function oklab(hex: string): [number, number, number] {
  const [r, g, b] = linear(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Distance in OKLab, where 0.02 can just be told apart. */
const distance = (one: string, other: string): number => {
  const [first, second] = [oklab(one), oklab(other)]
  return Math.hypot(...first.map((value, at) => value - (second[at] ?? 0)))
}
const LEAST_DISTANCE = 0.08

/** Tones that stand in one chart. */
const CHARTS: Record<string, readonly ChartTone[]> = {
  categories: ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6', 'c-7', 'c-8'],
  trend: ['c-2', 'c-1', 'goal'],
  reception: ['ai', 'flow', 'human'],
  responses: ['human', 'c-1'],
}

test.each(SCHEME_NAMES)('in the %s scheme every tone has a contrast of 3:1 against the panel', (scheme: Scheme) => {
  const { tone, surface } = palettes[scheme]
  const faint = TONES.filter((name) => contrast(tone(name), surface) < 3)
  expect(faint).toEqual([])
})

test.each(SCHEME_NAMES)('in the %s scheme the tones of one chart can be told apart', (scheme: Scheme) => {
  const { tone } = palettes[scheme]
  const alike = Object.values(CHARTS).flatMap((tones) =>
    tones.flatMap((one, at) =>
      tones
        .slice(at + 1)
        .filter((other) => distance(tone(one), tone(other)) < LEAST_DISTANCE)
        .map((other) => `${one} ${other}`),
    ),
  )
  expect(alike).toEqual([])
})

test.each(SCHEME_NAMES)('in the %s scheme the steps of a heat map go one way', (scheme: Scheme) => {
  const steps = palettes[scheme].heat.map((hex) => oklab(hex)[0])
  const sign = scheme === 'light' ? -1 : 1
  const sizes = steps.slice(1).map((step, at) => sign * (step - (steps[at] ?? 0)))
  expect(Math.min(...sizes)).toBeGreaterThan(0.02)
})
