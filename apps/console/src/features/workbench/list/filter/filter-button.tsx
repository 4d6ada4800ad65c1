import type { CustomerCounts } from '@ruwu/contract'
import { IconButton, SideSheet } from '@ruwu/ui'
import { Popover } from 'antd'
import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIsPhone } from '../../../../browser/media-query.ts'
import type { AgentView } from '../../customer/customer-keys.ts'
import { hasHiddenParts } from './filter-parts.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import styles from './filter-button.module.css'
import { FilterPanel } from './filter-panel.tsx'

type FilterButtonProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** Opens the filter; a dot marks that a filter is set. */
export function FilterButton({ view, counts, onShow }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLSpanElement>(null)
  const isPhone = useIsPhone()
  const isSet = hasHiddenParts(view.filter)
  const close = () => {
    setIsOpen(false)
    trigger.current?.querySelector('button')?.focus()
  }
  const panel = <FilterPanel view={view} counts={counts} onShow={onShow} onClose={close} />
  const button = (
    <IconButton
      label={isSet ? texts.filterSet : texts.filter}
      title={texts.filter}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={styles.button}
      onClick={() => isPhone && setIsOpen(true)}
    >
      <ListFilter size={18} strokeWidth={1.75} aria-hidden="true" />
      {isSet && <span className={styles.dot} />}
    </IconButton>
  )
  if (isPhone) {
    return (
      <span ref={trigger}>
        {button}
        {isOpen && (
          <SideSheet title={texts.filter} onClose={close}>
            {panel}
          </SideSheet>
        )}
      </span>
    )
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      content={
        <dialog open aria-label={texts.filter} className={styles.floating}>
          {panel}
        </dialog>
      }
    >
      <span ref={trigger}>{button}</span>
    </Popover>
  )
}
