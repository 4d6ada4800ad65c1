export type WorkspaceMap = {
  byName: Map<string, string>
  declared: Map<string, Set<string>>
  shared: Set<string>
}
export function readMap(folders?: string[]): WorkspaceMap
export function complaint(map: WorkspaceMap, file: string, specifier: string): string | undefined
export function findComplaints(map: WorkspaceMap, file: string, source: string): string[]
export function findModuleMocks(file: string, source: string): string[]
/** Reason by table and folder. */
export type FurtherWriters = Record<string, Record<string, string>>
export function findSqlComplaints(
  files: string[],
  read: (file: string) => string,
  furtherWriters?: FurtherWriters,
): string[]
