import type { Scale } from '../score.ts'
import { cosine } from './quantise.ts'

/** Pairs of equal meaning with few common words; a model's cosines for them calibrate its scale. */
export const SAME_MEANING: readonly (readonly [string, string])[] = [
  ['怎么收费', '价格是多少'],
  ['几点关门', '营业到什么时候'],
  ['不满意能退吗', '支持无理由退货么'],
  ['店开在哪里', '门店地址发一下'],
  ['多久可以送到', '几天能收到货'],
  ['要提前预约吗', '需不需要先约时间'],
  ['坏了谁来修', '售后怎么处理'],
  ['适合小孩用吗', '儿童可以使用么'],
]

/** Smallest difference of `near` and `far` that separates meanings. */
const SEPARATION_MIN = 0.03
/** Quantiles of the cosines that `far` and `near` are taken from. */
const FAR_SHARE = 0.9
const NEAR_SHARE = 0.5

export const calibrationTexts = (): string[] => SAME_MEANING.flat()

/** The scale from the vectors of the calibration texts; undefined when they do not separate meanings. */
export function scaleOf(vectors: readonly Int8Array[]): Scale | undefined {
  const near: number[] = []
  const far: number[] = []
  for (const [at, one] of vectors.entries())
    for (const [other, two] of vectors.entries()) {
      if (at >= other) continue
      const isSame = at % 2 === 0 && other === at + 1
      ;(isSame ? near : far).push(cosine(one, two))
    }
  const scale = { near: quantile(near, NEAR_SHARE), far: quantile(far, FAR_SHARE) }
  return scale.near - scale.far >= SEPARATION_MIN ? scale : undefined
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0
