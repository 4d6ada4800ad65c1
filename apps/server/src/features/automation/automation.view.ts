import type { FollowUpCard, FollowUpVersion } from '@ruwu/contract'
import { DEFAULT_FOLLOW_UP } from '@ruwu/domain'
import type { SettingRow } from './setting.repo.ts'

export function toFollowUp(row: SettingRow | undefined): FollowUpVersion {
  const { enabled, steps, quiet } = row?.setting ?? DEFAULT_FOLLOW_UP
  return { enabled, steps, quiet, version: row?.version ?? 0 }
}

export const toFollowUpCard = (
  row: SettingRow | undefined,
  { sentToday, sentInWeek }: Pick<FollowUpCard, 'sentToday' | 'sentInWeek'>,
): FollowUpCard => ({ ...toFollowUp(row), sentToday, sentInWeek })
