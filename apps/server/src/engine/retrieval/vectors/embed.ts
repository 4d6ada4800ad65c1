import type { Queryable } from '../../../db/database.ts'
import { embedTexts } from '../../model/ask-model.ts'
import { ANSWER_TEXT, ModelProblem, TIMEOUT_TEXT, toProblem } from '../../model/model-problem.ts'
import type { ModelAccess } from '../../model/models.ts'
import type { Scale } from '../score.ts'
import { calibrationTexts, scaleOf } from './calibration.ts'
import { quantise } from './quantise.ts'
import { retireSpace, type Space } from './spaces.repo.ts'

/** Texts per request that every provider accepts. */
export const TEXTS_AT_ONCE = 10
/** More than any current model has; bounds the memory of a vector. */
const DIMENSIONS_MAX = 8_192

const MEANINGLESS_TEXT = '该模型分辨不出句子的意思，请更换向量模型'

/** The vector's length differs from the space's: the provider changed the model behind the name. */
export class DimensionsProblem extends ModelProblem {
  override name = 'DimensionsProblem'
}

export type Calibration = Scale & { dimensions: number }

/** Quantised vectors of the texts, in their order. Throws a ModelProblem. */
export async function embed(access: ModelAccess, texts: readonly string[], dimensions?: number): Promise<Int8Array[]> {
  const all: number[][] = []
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
    all.push(...(await embedWithRetry(access, texts.slice(at, at + TEXTS_AT_ONCE))))
  const width = dimensions ?? all[0]?.length ?? 0
  if (!all.every(isVector)) throw new ModelProblem(ANSWER_TEXT)
  const other = all.find(({ length }) => length !== width)
  if (other) throw new DimensionsProblem(`向量维度由 ${width} 变为 ${other.length}`)
  return all.map(quantise)
}

/** The model's scale and dimensions. Throws a ModelProblem, also when its vectors do not separate meanings. */
export async function calibrate(access: ModelAccess): Promise<Calibration> {
  const vectors = await embed(access, calibrationTexts())
  const scale = scaleOf(vectors)
  if (!scale) throw new ModelProblem(MEANINGLESS_TEXT)
  return { ...scale, dimensions: vectors[0]?.length ?? 0 }
}

/** After a DimensionsProblem: calibrates again and retires the space when the dimensions really changed, so that all vectors are recomputed. */
export async function retireIfDimensionsChanged(
  db: Queryable,
  access: ModelAccess,
  space: Space,
  now: Date,
): Promise<void> {
  // A failed calibration changes nothing: the next DimensionsProblem tries again.
  const calibration = await calibrate(access).catch(() => undefined)
  if (calibration && calibration.dimensions !== space.dimensions) await retireSpace(db, space, now)
}

/** Retries once on transport errors, but not on a timeout. */
async function embedWithRetry(access: ModelAccess, texts: string[]): Promise<number[][]> {
  try {
    return await embedTexts(access, texts)
  } catch (error) {
    const problem = toProblem(error)
    if (!problem.isTransport || problem.message === TIMEOUT_TEXT) throw problem
  }
  try {
    return await embedTexts(access, texts)
  } catch (error) {
    throw toProblem(error)
  }
}

const isVector = (vector: readonly number[]): boolean =>
  vector.length > 0 && vector.length <= DIMENSIONS_MAX && vector.every(Number.isFinite) && vector.some((n) => n !== 0)
