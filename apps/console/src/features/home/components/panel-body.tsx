import { Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'

type PanelBodyProps<T> = {
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown }
  rows?: number
  empty: { icon: LucideIcon; text: string; action?: ReactNode }
  children: (data: T[]) => ReactNode
}

/** Loading, failed, empty and content of one panel; a failed refresh keeps the content. */
export function PanelBody<T>({ query: { data, error, refetch }, rows = 5, empty, children }: PanelBodyProps<T>) {
  if (!data) {
    return error ? (
      <ErrorBlock message={messageOf(error)} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={rows} height={42} />
    )
  }
  return data.length === 0 ? <Empty {...empty} /> : children(data)
}
