import type { CustomerCounts } from '@ruwu/contract'
import { IconButton, SideSheet } from '@ruwu/ui'
import { ListFilter } from 'lucide-react'
import { cloneElement, useRef, useState } from 'react'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { PopoverButton } from '../../../../rendering/floating.tsx'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { hasHiddenParts } from './filter-parts.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import styles from './filter-button.module.css'

const FilterPanel = onDemand(async () => (await import('./filter-panel.tsx')).FilterPanel)

type FilterButtonProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** Opens the filter; a dot marks that a filter is set. */
export function FilterButton({ view, counts, onShow }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const isSet = hasHiddenParts(view.filter)
  const close = () => {
    setIsOpen(false)
    trigger.current?.focus()
  }
  const panel = <FilterPanel view={view} counts={counts} onShow={onShow} onClose={close} />
  const button = (
    <IconButton
      label={isSet ? texts.filterSet : texts.filter}
      title={texts.filter}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={styles.button}
    >
      <ListFilter size={18} strokeWidth={1.75} aria-hidden="true" />
      {isSet && <span className={styles.dot} />}
    </IconButton>
  )
  if (isPhone) {
    return (
      <>
        {cloneElement(button, { ref: trigger, onClick: () => setIsOpen(true) })}
        {isOpen && (
          <SideSheet title={texts.filter} onClose={close}>
            {panel}
          </SideSheet>
        )}
      </>
    )
  }
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      anchor={trigger}
      placement="bottomLeft"
      content={
        <dialog open aria-label={texts.filter} className={styles.floating}>
          {panel}
        </dialog>
      }
    >
      {button}
    </PopoverButton>
  )
}
