import { Button, Empty } from '@ruwu/ui'
import { SearchX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { clearFilters } from './keyword-input.tsx'
import { texts } from './texts.ts'

type NoRowsProps = {
  /** Undefined when no filter is set. */
  onClear: (() => void) | undefined
  icon: LucideIcon
  text: string
  action?: ReactNode
}

/** Empty state: no rows at all, or none matching the filter. */
export function NoRows({ onClear, icon, text, action }: NoRowsProps) {
  if (!onClear) return <Empty icon={icon} text={text} action={action} />
  return (
    <Empty
      icon={SearchX}
      text={texts.noMatch}
      action={<Button onClick={() => clearFilters(onClear)}>{texts.clearFilters}</Button>}
    />
  )
}
