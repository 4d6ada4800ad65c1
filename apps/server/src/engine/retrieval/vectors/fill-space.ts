import type { Database } from '../../../db/database.ts'
import { ModelProblem } from '../../model/model-problem.ts'
import type { ModelAccess } from '../../model/models.ts'
import { calibrate, DimensionsProblem, embed, retireIfDimensionsChanged, TEXTS_AT_ONCE } from './embed.ts'
import { saveCalibration, type Space } from './spaces.repo.ts'
import { nextPieces, type VectorOf, type WaitingPiece, writeVectors } from './vectors.repo.ts'

/** Bounds a round, so that other enterprises get their turn. */
const BATCHES_A_ROUND = 10
const CALLS_AT_ONCE = 4
/** Input limit of sentence-embedding models. */
const TEXT_CHARS_MAX = 480

/** Marks a piece the model refused: never compared, not tried again. */
const NO_VECTOR = new Int8Array(0)

/** One round: the number of pieces done, and the model's problem when it stopped early. */
export async function fillSpace(
  db: Database,
  access: ModelAccess,
  space: Space,
  now: Date,
): Promise<{ done: number; problem: string }> {
  let done = 0
  try {
    const dimensions = space.dimensions || (await calibrateSpace(db, access, space))
    for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
      const pieces = await nextPieces(db.sql, space, CALLS_AT_ONCE * TEXTS_AT_ONCE)
      const vectors = await Promise.all(inCalls(pieces).map((some) => vectorsOf(access, some, dimensions)))
      if (pieces.length === 0 || !(await writeVectors(db, space, vectors.flat()))) break
      done += pieces.length
    }
    return { done, problem: '' }
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    if (error instanceof DimensionsProblem) await retireIfDimensionsChanged(db.sql, access, space, now)
    return { done, problem: error.message }
  }
}

async function calibrateSpace(db: Database, access: ModelAccess, space: Space): Promise<number> {
  const measured = await calibrate(access)
  await saveCalibration(db.sql, space, measured)
  return measured.dimensions
}

const inCalls = (pieces: readonly WaitingPiece[]): WaitingPiece[][] =>
  Array.from({ length: Math.ceil(pieces.length / TEXTS_AT_ONCE) }, (_, at) =>
    pieces.slice(at * TEXTS_AT_ONCE, (at + 1) * TEXTS_AT_ONCE),
  )

/** When the model refuses a batch but still works, the texts are sent one by one, and a refused one gets NO_VECTOR. */
async function vectorsOf(
  access: ModelAccess,
  pieces: readonly WaitingPiece[],
  dimensions: number,
): Promise<VectorOf[]> {
  try {
    const vectors = await embed(access, pieces.map(toText), dimensions)
    return pieces.map(({ libraryId, no }, at) => ({ libraryId, no, vector: vectors[at] ?? NO_VECTOR }))
  } catch (error) {
    if (!(error instanceof ModelProblem && error.isRefusal)) throw error
    if (pieces.length === 1) return pieces.map(({ libraryId, no }) => ({ libraryId, no, vector: NO_VECTOR }))
    await calibrate(access)
    const vectors: VectorOf[] = []
    for (const piece of pieces) vectors.push(...(await vectorsOf(access, [piece], dimensions)))
    return vectors
  }
}

/** The questions of a Q&A, or the text of a document piece. */
const toText = ({ words, text }: WaitingPiece): string => (words.join('\n').trim() || text).slice(0, TEXT_CHARS_MAX)
