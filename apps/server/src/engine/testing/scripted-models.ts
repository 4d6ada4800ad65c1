import { type ModelStep, startScriptedModel } from '@ruwu/testkit'
import { onTestFinished } from 'vitest'
import type { ModelAccess, Models } from '../model/index.ts'

/** A well-formed answer of a model. */
export const answer = (text: string, more: object = {}): ModelStep => ({
  say: JSON.stringify({ action: 'answer', text, ask: null, reason: null, ...more }),
})

/** A scripted model for every enterprise, and the failures reported for it. */
export async function scriptedModels(...steps: readonly ModelStep[]) {
  const model = await startScriptedModel(...steps)
  onTestFinished(() => model.close())
  const failures: string[] = []
  const access: ModelAccess = {
    baseUrl: model.baseUrl,
    key: 'sk-test',
    model: 'scripted',
    timeoutMs: steps.some((step) => 'hang' in step) ? 1_500 : 15_000,
    isOwn: true,
    isPublicOnly: false,
    allowsContacts: false,
  }
  const models: Models = {
    forEnterprise: async () => access,
    onFailure: async (_entId, _access, problem) => void failures.push(problem),
  }
  return { model, models, access, failures }
}
