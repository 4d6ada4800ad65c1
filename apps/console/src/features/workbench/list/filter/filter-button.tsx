import type { CustomerCounts } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { ListFilter } from 'lucide-react'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { FilterLayer, useFilterLayer } from './filter-layer.tsx'
import { hasHiddenParts } from './filter-parts.ts'
import styles from './filter-button.module.css'

const FilterPanel = onDemand(async () => (await import('./filter-panel.tsx')).FilterPanel)

type FilterButtonProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** Opens the filter; a dot marks that a filter is set. */
export function FilterButton({ view, counts, onShow }: FilterButtonProps) {
  const { isOpen, setIsOpen, anchor, close } = useFilterLayer()
  const isSet = hasHiddenParts(view.filter)
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
  return (
    <FilterLayer isOpen={isOpen} onOpenChange={setIsOpen} anchor={anchor} onClose={close} button={button}>
      <FilterPanel view={view} counts={counts} onShow={onShow} onClose={close} />
    </FilterLayer>
  )
}
