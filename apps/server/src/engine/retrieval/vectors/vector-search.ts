import type { Database } from '../../../db/database.ts'
import { type Candidate, CANDIDATES, PIECES_READ, readPieces } from '../candidates.repo.ts'
import type { BeginModelUse } from '../../model/models.ts'
import type { Libraries, Library } from '../pieces.repo.ts'
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
  match(libraries: Libraries, question: string, begin?: BeginModelUse): Promise<VectorMatches | undefined>
}

/** Nearest-neighbour search over piece vectors, for enterprises with an embedding model. */
export function createVectorSearch(deps: VectorSearchDeps): VectorSearch {
  const { db, models } = deps
  const vectors = createLibraryVectors(db.sql)
  const questions = createQuestionVectors(deps)

  const findCandidates = async (library: Library, space: Space, matrix: VectorMatrix, asked: Int8Array) => {
    for (;;) {
      const numbers = matrix.nearest(asked, { count: PIECES_READ, from: space.far }).map(({ no }) => no)
      const found = await readPieces(db.sql, { entId: library.entId, relationIds: [library.relationId] }, numbers)
      if (found.length >= Math.min(CANDIDATES, numbers.length)) return found
      const gone = await findMissing(db.sql, library, numbers)
      if (gone.length === 0) return found
      for (const no of gone) matrix.remove(no)
    }
  }

  return {
    async match({ entId, relationIds }, question, begin) {
      if (question === '') return undefined
      const access = await models.embeddingFor(entId)
      const space = access && (await findSpace(db.sql, entId, access))
      if (!space || space.dimensions === 0) return undefined
      const libraries = relationIds.map((relationId) => ({ entId, relationId }))
      const loaded = await Promise.all(
        libraries.map(async (library) => ({ library, matrix: await vectors.load(library, space) })),
      )
      const filled = loaded.filter(({ matrix }) => matrix.size > 0)
      const asked = filled.length === 0 ? undefined : await questions.forQuestion(access, space, question, begin)
      if (!asked) return undefined
      const candidates = await Promise.all(
        filled.map(({ library, matrix }) => findCandidates(library, space, matrix, asked)),
      )
      const cosineOf = (no: number) => {
        for (const { matrix } of filled) {
          const cosine = matrix.cosineOf(no, asked)
          if (cosine !== undefined) return cosine
        }
        return space.far
      }
      return { candidates: candidates.flat(), scoreFor: (no) => closeness(cosineOf(no), space) }
    },
  }
}
