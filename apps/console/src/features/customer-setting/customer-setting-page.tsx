import { ErrorBlock, PageHead, Panel, SkeletonRows, TabNav } from '@ruwu/ui'
import { Link, useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { BlacklistPanel } from './components/blacklist-panel.tsx'
import { FieldPanels } from './components/field-panels.tsx'
import { RuleForm } from './components/rule-form.tsx'
import { useCustomerSetting } from './customer-setting.queries.ts'
import { texts } from './texts.ts'
import styles from './customer-setting-page.module.css'

const TABS = ['field', 'rule', 'blacklist'] as const
type Tab = (typeof TABS)[number]

const addressOf = (tab: Tab) => (tab === TABS[0] ? '/setting/customer' : `/setting/customer?tab=${tab}`)

/** 客户设置. The tab is kept in the URL. */
export function CustomerSettingPage() {
  const [search] = useSearchParams()
  const tab = TABS.find((each) => each === search.get('tab')) ?? TABS[0]
  return (
    <>
      <PageHead
        title={texts.title}
        start={<BackLink to="/setting" label={texts.back} />}
        tabs={
          <TabNav label={texts.title}>
            {TABS.map((each) => (
              <li key={each}>
                <Link to={addressOf(each)} aria-current={each === tab ? 'page' : undefined}>
                  {texts.tabs[each]}
                </Link>
              </li>
            ))}
          </TabNav>
        }
      />
      <div className={styles.page}>
        {tab === 'field' ? <FieldPanels /> : tab === 'rule' ? <Rules /> : <BlacklistPanel />}
      </div>
    </>
  )
}

function Rules() {
  const { data: setting, error, refetch } = useCustomerSetting()
  if (setting) return <RuleForm setting={setting} />
  return (
    <Panel>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={8} disc={false} />}
    </Panel>
  )
}
