import type { Database } from '../../../db/database.ts'
import { type Candidate, CANDIDATES, PIECES_READ, readPieces } from '../candidates.repo.ts'
import type { Library } from '../pieces.repo.ts'
import { closeness } from '../score.ts'
import { createLibraryVectors } from './library-vectors.ts'
import type { VectorMatrix } from './vector-matrix.ts'
import { createQuestionVectors, type QuestionVectorsDeps } from './question-vectors.ts'
import { findSpace, type Space } from './spaces.repo.ts'
import { findMissing } from './vectors.repo.ts'

/** Result of a vector search for one question. */
export type VectorMatches = {
  candidates: readonly Candidate[]
  /** From 0 to 1; 0 for pieces without a vector. */
  scoreFor(no: number): number
}

export type VectorSearchDeps = QuestionVectorsDeps & { db: Database }

type VectorSearch = {
  /** Undefined without an embedding model, without vectors, or when the model fails. */
  match(library: Library, question: string): Promise<VectorMatches | undefined>
}

/** Nearest-neighbour search over piece vectors, for enterprises with an embedding model. */
export function createVectorSearch(deps: VectorSearchDeps): VectorSearch {
  const { db, models } = deps
  const libraries = createLibraryVectors(db.sql)
  const questions = createQuestionVectors(deps)

  const findCandidates = async (library: Library, space: Space, matrix: VectorMatrix, asked: Int8Array) => {
    for (;;) {
      const numbers = matrix.nearest(asked, { count: PIECES_READ, from: space.far }).map(({ no }) => no)
      const found = await readPieces(db.sql, library, numbers)
      if (found.length >= Math.min(CANDIDATES, numbers.length)) return found
      const gone = await findMissing(db.sql, library, numbers)
      if (gone.length === 0) return found
      for (const no of gone) matrix.remove(no)
    }
  }

  return {
    async match(library, question) {
      if (question === '') return undefined
      const access = await models.embeddingFor(library.entId)
      const space = access && (await findSpace(db.sql, library.entId, access))
      if (!space || space.dimensions === 0) return undefined
      const matrix = await libraries.load(library, space)
      const asked = matrix.size === 0 ? undefined : await questions.forQuestion(access, space, question)
      if (!asked) return undefined
      return {
        candidates: await findCandidates(library, space, matrix, asked),
        scoreFor: (no) => closeness(matrix.cosineOf(no, asked) ?? space.far, space),
      }
    },
  }
}
