const STEPS = 4
const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The lines of an axis for counts from 0 up: whole, round, and the highest value below or on the top one. */
export function axisTicks(highest: number): number[] {
  const rough = Math.max(highest, 1) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, Math.ceil((NICE.find((it) => it * power >= rough) ?? 10) * power))
  // Without any value the lines of an empty chart.
  const count = highest === 0 ? STEPS : Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
