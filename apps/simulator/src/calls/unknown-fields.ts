import type { Fields, PlatformCall } from './platform-call.ts'

/**
 * Names of fields that the platform does not know, noted in the journal. A real platform ignores them, which hides
 * mistakes; in strict mode the caller refuses the request for them.
 */
export function unknownFields(call: PlatformCall, fields: Fields, known: readonly string[]): string[] {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name))
  for (const name of unknown) call.notes.push(`未知字段 ${name}`)
  return unknown
}
