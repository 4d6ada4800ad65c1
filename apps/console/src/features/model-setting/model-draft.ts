import { modelSettingApi, type ModelSetting } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import type { SaveBody, TestBody } from './model-setting.mutations.ts'
import { texts } from './texts.ts'

/** An empty key keeps the stored one. */
export type ModelDraft = Omit<SaveBody, 'version' | 'key'> & { key: string }

export const draftOf = (setting: ModelSetting): ModelDraft => ({
  mode: setting.mode,
  baseUrl: setting.baseUrl,
  model: setting.model,
  embeddingModel: setting.embeddingModel,
  timeoutSec: setting.timeoutSec,
  allowsContacts: setting.allowsContacts,
  key: '',
})

export const isSameDraft = (a: ModelDraft, b: ModelDraft) => JSON.stringify(a) === JSON.stringify(b)

const withKey = ({ key, ...rest }: ModelDraft) => (key.trim() ? { ...rest, key } : rest)

export const saveBody = ({ version }: ModelSetting, draft: ModelDraft): SaveBody => ({ ...withKey(draft), version })

export function testBody(draft: ModelDraft): TestBody {
  const { mode: _, allowsContacts: __, ...rest } = withKey(draft)
  return rest
}

/** Required fields of a custom model, and the server's checks. */
export function checkDraft(setting: ModelSetting, draft: ModelDraft): Record<string, string> {
  const problems = problemsOf(modelSettingApi.save.body.safeParse(saveBody(setting, draft)))
  if (draft.mode === 'default') return problems
  if (!draft.baseUrl.trim()) problems.baseUrl ??= requiredText(texts.baseUrl)
  if (!draft.key.trim() && !setting.keyTail) problems.key ??= requiredText(texts.key)
  if (!draft.model.trim()) problems.model ??= requiredText(texts.model)
  return problems
}

const fieldOrder = ['mode', 'baseUrl', 'key', 'model', 'embeddingModel', 'timeoutSec']

/** The first invalid field in the order of the form. */
export const firstBad = (problems: Record<string, string>) => fieldOrder.find((field) => problems[field])
