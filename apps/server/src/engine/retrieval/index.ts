export { questionKey } from './analyse.ts'
export {
  countInUse,
  dropPieces,
  isInUse,
  librariesOf,
  type Library,
  libraryIdOf,
  listPieces,
  putPieces,
  putPiecesOfMany,
} from './pieces.repo.ts'
export { reindexOutdated } from './reindex.ts'
export { createKnowledgeSearch, type KnowledgeSearch, searchKnowledge } from './search.ts'
export { createEmbeddingWorker } from './vectors/embedding-worker.ts'
export { findSpace, resetRetries } from './vectors/spaces.repo.ts'
export { countVectors, renumberVectors } from './vectors/vectors.repo.ts'
