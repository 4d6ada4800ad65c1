import { PageHead, TabNav } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePages } from '../../routing/page-table.ts'
import { texts } from './texts.ts'

const TABS = ['reception', 'v1', 'index', 'more'] as const

const pathOf = (tab: (typeof TABS)[number]) => `/automation/${tab}` as const

/** Head of the automation pages. A tab whose page is not in `routes.tsx` is not shown. */
export function AutomationHead({ tab, actions }: { tab: ReturnType<typeof pathOf>; actions?: ReactNode }) {
  const pages = new Set(usePages().map(({ path }) => path))
  const tabs = (
    <TabNav label={texts.automation}>
      {TABS.filter((each) => pages.has(pathOf(each))).map((each) => (
        <li key={each}>
          <Link to={pathOf(each)} aria-current={pathOf(each) === tab ? 'page' : undefined}>
            {texts.tabs[each]}
          </Link>
        </li>
      ))}
    </TabNav>
  )
  return <PageHead title={texts.automation} actions={actions} tabs={tabs} />
}
