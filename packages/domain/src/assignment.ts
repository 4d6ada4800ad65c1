type Assignment = 'mine' | 'colleague' | 'unknown'

export const ASSIGNMENT_LABELS: Record<Assignment, string> = { mine: '我的', colleague: '同事', unknown: '未分配' }

/** The numbers by which the wire names the three groups. */
export const OWNERSHIP_SCOPE: Record<Assignment, number> = { mine: 1, colleague: 2, unknown: 3 }

export function assignmentOf(customerAgentId: string | null | undefined, currentAgentId: string): Assignment {
  if (!customerAgentId) return 'unknown'
  return customerAgentId === currentAgentId ? 'mine' : 'colleague'
}
