import type { CustomerId } from '@ruwu/contract'
import { filterToQuery } from '@ruwu/domain'
import type { Ref } from 'react'
import type { AgentView } from '../../customer/customer-keys.ts'
import { useCustomerCounts } from '../../customer/customer.queries.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { useSelection } from '../use-selection.ts'
import styles from './list-pane.module.css'
import { ListBody, type ListHandle } from '../list-body/list-body.tsx'
import { ListTools } from './list-tools.tsx'
import { QuickChips } from './quick-chips.tsx'
import { ScopeTabs } from './scope-tabs.tsx'

type ListPaneProps = {
  view: AgentView
  openId: CustomerId | undefined
  onShow: ShowView
  handle: Ref<ListHandle>
}

/** The customer list with its filters. */
export function ListPane({ view, openId, onShow, handle }: ListPaneProps) {
  const counts = useCustomerCounts(view.filter)
  const selection = useSelection(filterToQuery(view).toString())
  return (
    <section className={styles.pane} aria-label={texts.list}>
      <header className={styles.head}>
        <h1 className={styles.title}>{texts.title}</h1>
        <ScopeTabs scope={view.filter.scope} counts={counts} />
        <ListTools
          view={view}
          counts={counts}
          isSelecting={selection.isSelecting}
          onShow={onShow}
          onSelecting={selection.setSelecting}
        />
        <QuickChips view={view} counts={counts} onShow={onShow} />
      </header>
      <ListBody view={view} counts={counts} openId={openId} selection={selection} onShow={onShow} handle={handle} />
    </section>
  )
}
