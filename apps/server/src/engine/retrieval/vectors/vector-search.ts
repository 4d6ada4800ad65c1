import type { Database } from '../../../db/database.ts'
import { type Candidate, CANDIDATES, PIECES_READ, readPieces } from '../candidates.repo.ts'
import type { Library } from '../pieces.repo.ts'
import { closeness } from '../score.ts'
import { LibraryVectors } from './library-vectors.ts'
import type { VectorMatrix } from './vector-matrix.ts'
import { QuestionVectors, type QuestionVectorsDeps } from './question-vectors.ts'
import { findSpace, type Space } from './spaces.repo.ts'
import { findMissing } from './vectors.repo.ts'

/** Result of a vector search for one question. */
export type VectorMatches = {
  candidates: readonly Candidate[]
  /** From 0 to 1; 0 for pieces without a vector. */
  scoreFor(no: number): number
}

export type VectorSearchDeps = QuestionVectorsDeps & { db: Database }

/** Nearest-neighbour search over piece vectors, for enterprises with an embedding model. */
export class VectorSearch {
  private readonly deps: VectorSearchDeps
  private readonly libraries: LibraryVectors
  private readonly questions: QuestionVectors

  constructor(deps: VectorSearchDeps) {
    this.deps = deps
    this.libraries = new LibraryVectors(deps.db.sql)
    this.questions = new QuestionVectors(deps)
  }

  /** Undefined without an embedding model, without vectors, or when the model fails. */
  async match(library: Library, question: string): Promise<VectorMatches | undefined> {
    const { db, models } = this.deps
    if (question === '') return undefined
    const access = await models.embeddingFor(library.entId)
    const space = access && (await findSpace(db.sql, library.entId, access))
    if (!space || space.dimensions === 0) return undefined
    const matrix = await this.libraries.load(library, space)
    const asked = matrix.size === 0 ? undefined : await this.questions.forQuestion(access, space, question)
    if (!asked) return undefined
    return {
      candidates: await this.candidates(library, space, matrix, asked),
      scoreFor: (no) => closeness(matrix.cosineOf(no, asked) ?? space.far, space),
    }
  }

  private async candidates(library: Library, space: Space, matrix: VectorMatrix, asked: Int8Array) {
    const { sql } = this.deps.db
    for (;;) {
      const numbers = matrix.nearest(asked, { count: PIECES_READ, from: space.far }).map(({ no }) => no)
      const found = await readPieces(sql, library, numbers)
      if (found.length >= Math.min(CANDIDATES, numbers.length)) return found
      const gone = await findMissing(sql, library, numbers)
      if (gone.length === 0) return found
      for (const no of gone) matrix.remove(no)
    }
  }
}
