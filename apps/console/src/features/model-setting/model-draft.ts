import { modelSettingApi, type ModelSetting } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import type { SaveBody, TestBody } from './model-setting.mutations.ts'
import { texts } from './texts.ts'

/** The connection as it stands in the form. An empty key leaves the kept one. */
export type ModelDraft = Omit<SaveBody, 'version' | 'key'> & { key: string }

export const draftOf = ({ mode, baseUrl, model, embeddingModel, timeoutSec }: ModelSetting): ModelDraft => ({
  mode,
  baseUrl,
  model,
  embeddingModel,
  timeoutSec,
  key: '',
})

export const isSameDraft = (a: ModelDraft, b: ModelDraft) => JSON.stringify(a) === JSON.stringify(b)

const withKey = ({ key, ...rest }: ModelDraft) => (key.trim() ? { ...rest, key } : rest)

export const saveBody = ({ version }: ModelSetting, draft: ModelDraft): SaveBody => ({ ...withKey(draft), version })

export function testBody(draft: ModelDraft): TestBody {
  const { mode: _, ...rest } = withKey(draft)
  return rest
}

/** What a model of one's own cannot do without, and what the server would refuse. */
export function checkDraft(setting: ModelSetting, draft: ModelDraft): Record<string, string> {
  const problems = problemsOf(modelSettingApi.save.body.safeParse(saveBody(setting, draft)))
  if (draft.mode === 'default') return problems
  if (!draft.baseUrl.trim()) problems.baseUrl ??= requiredText(texts.baseUrl)
  if (!draft.key.trim() && !setting.keyTail) problems.key ??= requiredText(texts.key)
  if (!draft.model.trim()) problems.model ??= requiredText(texts.model)
  return problems
}

const fieldOrder = ['mode', 'baseUrl', 'key', 'model', 'embeddingModel', 'timeoutSec']

/** The one to look at first, in the order of the form. */
export const firstBad = (problems: Record<string, string>) => fieldOrder.find((field) => problems[field])
