export { questionKey } from './analyse.ts'
export { relevance } from './entry.ts'
export {
  countInUse,
  dropPieces,
  type EntryKey,
  type EntryPieces,
  isInUse,
  type Library,
  type NewPiece,
  putPieces,
  putPiecesOfMany,
} from './pieces.repo.ts'
export { namesTopic } from './rank.ts'
export { reindexOutdated } from './reindex.ts'
export { createKnowledgeSearch, type KnowledgeSearch, searchKnowledge } from './search.ts'
export type { EmbeddingModels } from '../model/models.ts'
export { createEmbeddingWorker } from './vectors/embedding-worker.ts'
export { findSpace, resetRetries } from './vectors/spaces.repo.ts'
export { countVectors } from './vectors/vectors.repo.ts'
