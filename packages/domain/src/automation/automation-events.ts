import type { AutomationEvent, MoreAutomation } from '@ruwu/contract'

/** Events can arrive late, so only a newer version changes the card; how often it spoke stays as it was. */
export function applyAutomationEvent(more: MoreAutomation, { followUp }: AutomationEvent): MoreAutomation {
  if (followUp.version <= more.followUp.version) return more
  return { ...more, followUp: { ...more.followUp, ...followUp } }
}
