import type { ImportResult } from '@ruwu/contract'

export type OnDuplicate = 'skip' | 'overwrite'

/** How many rows an import would write. */
export const importable = ({ success, duplicates }: ImportResult, onDuplicate: OnDuplicate) =>
  onDuplicate === 'overwrite' ? success + duplicates : success
