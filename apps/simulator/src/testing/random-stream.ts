import { drawAt, type Random } from '../prng.ts'

/** A deterministic random stream per seed and concern. */
export function prng(seed: number, concern: string): Random {
  const draw = drawAt(seed, concern)
  let drawn = 0
  return () => draw(drawn++)
}
