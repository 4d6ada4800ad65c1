import type { EntId } from '@ruwu/contract'

/** Where a model is called. */
export type ModelAccess = {
  baseUrl: string
  key: string
  model: string
  timeoutMs: number
  /** The enterprise's own, rather than the operator's. */
  isOwn: boolean
  /** Only hosts of the open internet are called for it. */
  isPublicOnly: boolean
}

/** Which model answers for an enterprise; none: our own engine does. */
export type Models = {
  forEnterprise(entId: EntId): Promise<ModelAccess | undefined>
  /** It did not answer, and our own engine did in its place. */
  onFailure(entId: EntId, access: ModelAccess, problem: string): Promise<void>
}

export const NO_MODELS: Models = { forEnterprise: async () => undefined, onFailure: async () => {} }
