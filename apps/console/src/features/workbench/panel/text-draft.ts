export type DraftOutcome =
  { kind: 'unchanged' } | { kind: 'refused'; problem: string } | { kind: 'changed'; value: string }

/**
 * What leaving the input does. Compares with the initial value: the stored value may have changed meanwhile, and an
 * untouched input must not restore the old one.
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
