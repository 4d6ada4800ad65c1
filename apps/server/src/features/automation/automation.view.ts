import type { FollowUpCard, FollowUpVersion } from '@ruwu/contract'
import { DEFAULT_FOLLOW_UP } from '@ruwu/domain'
import type { SettingRow } from './setting.repo.ts'

export function toFollowUp(row: SettingRow | undefined): FollowUpVersion {
  const { enabled, steps, quiet } = row?.setting ?? DEFAULT_FOLLOW_UP
  return { enabled, steps, quiet, version: row?.version ?? 0 }
}

export const toFollowUpCard = (
  row: SettingRow | undefined,
  figures: Pick<FollowUpCard, 'sentToday' | 'sentInWeek' | 'blockedInWeek'>,
): FollowUpCard => ({ ...toFollowUp(row), ...figures })
