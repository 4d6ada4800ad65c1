import type { EntId } from '@ruwu/contract'
import type { ModelAccess } from '../../model/models.ts'

/** Which embedding model compares an enterprise's knowledge; none: it is found by its words alone. */
export type EmbeddingModels = {
  embeddingFor(entId: EntId): Promise<ModelAccess | undefined>
  /** Enterprises whose knowledge waits for vectors, some of them, those that were served longest ago. */
  waitForVectors(now: Date): Promise<EntId[]>
  /** It gave no vectors, and words alone were searched. */
  onEmbeddingFailure(entId: EntId, access: ModelAccess, problem: string): Promise<void>
}
