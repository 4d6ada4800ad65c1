/** The answer of a schema's `safeParse`. */
type Parsed = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

/** What a schema holds against a form: path to the first message, in the order of the fields. */
export function problemsOf({ error }: Parsed): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message
  return problems
}
