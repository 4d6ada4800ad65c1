export type DraftOutcome =
  { kind: 'unchanged' } | { kind: 'refused'; problem: string } | { kind: 'changed'; value: string }

/**
 * What leaving a box does. It is compared with what the box began with: the value may have changed meanwhile, and a box nobody
 * wrote in must not put the old one back.
 */
export function settleDraft(
  begun: string,
  draft: string,
  problemOf: (value: string) => string | undefined,
): DraftOutcome {
  const value = draft.trim()
  if (value === begun.trim()) return { kind: 'unchanged' }
  const problem = problemOf(value)
  return problem ? { kind: 'refused', problem } : { kind: 'changed', value }
}
