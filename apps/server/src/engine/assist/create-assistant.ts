import type { EntId, RewriteStyle } from '@ruwu/contract'
import { ASSIST_LIMIT_MS } from '@ruwu/domain'
import { createModelCaller, type ModelCallerDeps } from '../model/model-caller.ts'
import type { BeginModelUse, ModelAccess, Models } from '../model/models.ts'
import type { ModelSummary, SummaryInput } from './summary.ts'

export type { ModelSummary, SummaryInput }

type AssistantDeps = Omit<ModelCallerDeps, 'models'> & { models: Pick<Models, 'forEnterprise'> }

type Request = { entId: EntId; signal: AbortSignal; begin: BeginModelUse }

/** Help of the enterprise's model for an agent. Undefined: there is no model, or it failed; null: its answer may not be used. */
export type Assistant = {
  rewrite(request: Request, input: { text: string; style: RewriteStyle }): Promise<string | null | undefined>
  summarise(request: Request, input: SummaryInput): Promise<ModelSummary | null | undefined>
}

/** Has a breaker of its own: what agents ask for does not end the answers of the AI, nor is it told as their failure. */
export function createAssistant({ models, clock, log }: AssistantDeps): Assistant {
  const quiet: Models = { forEnterprise: (entId) => models.forEnterprise(entId), onFailure: async () => {} }
  const caller = createModelCaller({ models: quiet, clock, log })
  const ask = <T>(request: Request, work: (access: ModelAccess) => Promise<T | null>) =>
    caller.call(request, (access) => work({ ...access, timeoutMs: Math.min(access.timeoutMs, ASSIST_LIMIT_MS) }))
  return {
    // Loaded on first use: most installations have no model.
    rewrite: (request, input) =>
      ask(request, async (access) => {
        const { rewriteByModel } = await import('./rewrite.ts')
        return rewriteByModel(access, input, request.signal)
      }),
    summarise: (request, input) =>
      ask(request, async (access) => {
        const { summariseByModel } = await import('./summary.ts')
        return summariseByModel(access, input, request.signal)
      }),
  }
}
