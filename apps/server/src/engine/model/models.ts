import type { EntId } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'

/** Endpoint and credentials of a model. */
export type ModelAccess = {
  baseUrl: string
  key: string
  model: string
  timeoutMs: number
  /** Configured by the enterprise rather than by the operator. */
  isOwn: boolean
  /** Requests must go to public addresses (SSRF). */
  isPublicOnly: boolean
  /** The enterprise lets models read customers' contacts. */
  allowsContacts: boolean
}

/** Runs before a model is called; what it throws ends the call. */
export type BeginModelUse = (model: Pick<ModelAccess, 'isOwn'>) => Promise<void>

/** A customer's text as the model may see it. */
export const textFor = ({ allowsContacts }: Pick<ModelAccess, 'allowsContacts'>, text: string): string =>
  allowsContacts ? text : maskContacts(text)

/** The model of an enterprise; undefined: the built-in engine answers. */
export type Models = {
  forEnterprise(entId: EntId): Promise<ModelAccess | undefined>
  /** Called after a failed call, when the built-in engine takes over. */
  onFailure(entId: EntId, access: ModelAccess, problem: string): Promise<void>
}

/** The embedding model of an enterprise; undefined: its knowledge is searched by words only. */
export type EmbeddingModels = {
  embeddingFor(entId: EntId): Promise<ModelAccess | undefined>
  /** Some enterprises with pieces that lack vectors, least recently served first. */
  waitForVectors(now: Date): Promise<EntId[]>
  /** Called after a failed call, when words alone were searched. */
  onEmbeddingFailure(entId: EntId, access: ModelAccess, problem: string): Promise<void>
}
