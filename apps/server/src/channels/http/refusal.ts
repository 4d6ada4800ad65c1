import type { PlatformErrorKind } from '@ruwu/domain'

/** One row of a source's error map: these codes mean this. */
export type ErrorRow = { kind: PlatformErrorKind; codes: readonly string[] }

/** Looks a code up in a source's error map; an undocumented code is `unknown`. */
export function kindFinder(rows: readonly ErrorRow[]): (code: string) => PlatformErrorKind {
  const kinds = new Map(rows.flatMap(({ kind, codes }) => codes.map((code) => [code, kind] as const)))
  return (code) => kinds.get(code) ?? 'unknown'
}
