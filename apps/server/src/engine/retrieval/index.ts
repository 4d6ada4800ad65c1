export { countInUse, isInUse } from './in-use.repo.ts'
export { namesTopic } from './names-topic.ts'
export {
  dropPieces,
  type EntryKey,
  type EntryPieces,
  type Library,
  type NewPiece,
  putPieces,
  putPiecesOfMany,
} from './pieces.repo.ts'
export { reindexOutdated } from './reindex.ts'
export { relevance } from './relation.ts'
export { questionKey } from './same-question.ts'
export { KnowledgeSearch, searchKnowledge } from './search.ts'
export type { EmbeddingModels } from './vectors/embedding-models.ts'
export { EmbeddingWorker } from './vectors/embedding-worker.ts'
export { findSpace } from './vectors/spaces.repo.ts'
export { countVectors } from './vectors/vectors.repo.ts'
