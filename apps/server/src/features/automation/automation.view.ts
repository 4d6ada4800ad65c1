import type {
  AutoArchiveVersion,
  AutomationLog,
  CommentVersion,
  FollowUpCard,
  FollowUpVersion,
  GlobalVersion,
} from '@ruwu/contract'
import {
  COMMENT_TEXTS,
  DEFAULT_AUTO_ARCHIVE,
  DEFAULT_COMMENT,
  DEFAULT_FOLLOW_UP,
  DEFAULT_GLOBAL,
  formatDuration,
  RULE_EVENT_LABELS,
} from '@ruwu/domain'
import { nameFor, type Reader, shownTo } from '../../customer/customer.view.ts'
import type { LoggedRow } from './log.repo.ts'
import type { SettingRow } from './setting.repo.ts'

export function toFollowUp(row: SettingRow<'followUp'> | undefined): FollowUpVersion {
  const { enabled, steps, quiet } = row?.setting ?? DEFAULT_FOLLOW_UP
  return { enabled, steps, quiet, version: row?.version ?? 0 }
}

export function toComment(row: SettingRow<'comment'> | undefined): CommentVersion {
  const { enabled, mode, keywords, reply, guide } = row?.setting ?? DEFAULT_COMMENT
  return { enabled, mode, keywords, reply, guide, version: row?.version ?? 0 }
}

export const toFollowUpCard = (
  row: SettingRow<'followUp'> | undefined,
  figures: Pick<FollowUpCard, 'sentToday' | 'sentInWeek' | 'blockedInWeek'>,
): FollowUpCard => ({ ...toFollowUp(row), ...figures })

export function toAutoArchive(row: SettingRow<'autoArchive'> | undefined): AutoArchiveVersion {
  const { enabled, days } = row?.setting ?? DEFAULT_AUTO_ARCHIVE
  return { enabled, days, version: row?.version ?? 0 }
}

export function toGlobal(row: SettingRow<'global'> | undefined): GlobalVersion {
  const { dailyMax, quiet } = row?.setting ?? DEFAULT_GLOBAL
  return { dailyMax, quiet, version: row?.version ?? 0 }
}

/** Texts are masked like the customer's thread. */
export const toLog = (reader: Reader, { log, customer }: LoggedRow): AutomationLog => ({
  id: log.id,
  at: log.at.toISOString(),
  type: log.type,
  name: log.name,
  customerId: log.customerId,
  customerName: nameFor(reader, customer),
  result: log.result,
  reason: shownTo(reader, log.reason),
  ms: log.durationMs,
  input: shownTo(reader, inputText(log.input)),
  output: shownTo(reader, outputText(log.output)),
})

function inputText(input: LoggedRow['log']['input']): string {
  if ('silentSec' in input) return `客户沉默 ${formatDuration(input.silentSec)}`
  if ('comment' in input) return COMMENT_TEXTS.input(input.comment)
  return 'event' in input ? RULE_EVENT_LABELS[input.event] : ''
}

function outputText(output: LoggedRow['log']['output']): string {
  return output?.text ?? ''
}
