const STEPS = 4
const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Axis ticks from 0: whole round numbers, the top one at or above the highest value. */
export function axisTicks(highest: number): number[] {
  const rough = Math.max(highest, 1) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, Math.ceil((NICE.find((it) => it * power >= rough) ?? 10) * power))
  // Empty chart: default ticks.
  const count = highest === 0 ? STEPS : Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

type Point = { x: number; y: number }

/** A smooth SVG path through all points without overshoot (monotone cubic). */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const slopes = tangents(points)
  const curves = rest.map((to, index) => {
    const from = points[index] ?? first
    const third = (to.x - from.x) / 3
    const leaving = from.y + third * (slopes[index] ?? 0)
    const arriving = to.y - third * (slopes[index + 1] ?? 0)
    return `C${n(from.x + third)} ${n(leaving)} ${n(to.x - third)} ${n(arriving)} ${n(to.x)} ${n(to.y)}`
  })
  return `M${n(first.x)} ${n(first.y)}${curves.join('')}`
}

const n = (value: number) => String(Math.round(value * 100) / 100)

/** Flat at every turn, elsewhere the harmonic mean of both sides (Fritsch–Butland). */
function tangents(points: readonly Point[]): number[] {
  const steps = points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
  })
  return points.map((_, index) => {
    const before = steps[index - 1]
    const after = steps[index]
    if (before === undefined || after === undefined) return after ?? before ?? 0
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}
