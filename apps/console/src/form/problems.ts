/** The result of a schema's `safeParse`. */
type Parsed = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

/** A schema's errors: path to first message, in field order. */
export function problemsOf({ error }: Parsed): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message
  return problems
}

/** The first message at a path or below it. */
export const errorBelow = (errors: Record<string, string>, path: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1]
