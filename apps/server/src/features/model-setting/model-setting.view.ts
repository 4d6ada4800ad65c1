import type { ModelSetting } from '@ruwu/contract'
import type { ModelSettingRow } from './model-setting.repo.ts'

export const TIMEOUT_SEC = 20

/** The key itself is never shown again. */
export function toModelSetting(
  row: ModelSettingRow | undefined,
  { hasOperatorModel, vectors }: Pick<ModelSetting, 'hasOperatorModel' | 'vectors'>,
): ModelSetting {
  return {
    mode: row?.mode ?? 'default',
    baseUrl: row?.baseUrl ?? '',
    model: row?.model ?? '',
    embeddingModel: row?.embeddingModel ?? '',
    timeoutSec: row?.timeoutSec ?? TIMEOUT_SEC,
    allowsContacts: row?.allowsContacts ?? false,
    keyTail: row?.keyTail ?? '',
    hasOperatorModel,
    vectors,
    version: row?.version ?? 0,
  }
}
