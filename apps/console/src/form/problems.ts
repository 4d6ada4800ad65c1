/** The result of a schema's `safeParse`. */
type Parsed = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

/** A schema's errors: path to first message, in field order. */
export function problemsOf({ error }: Parsed): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message
  return problems
}
