import { RelationId, type CustomerCounts, type CustomerFilter, type SimpleAccount } from '@ruwu/contract'
import { TreeSelect } from 'antd'
import { useId, useMemo, type ReactElement, type ReactNode } from 'react'
import { SourceIcon } from '../../../../rendering/source-icon.tsx'
import { useSimpleAccounts } from '../../../channel/index.ts'
import { accountTree, offeredAccounts, type AccountNode } from './account-tree.ts'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import styles from './select-filter.module.css'

type AccountFilterProps = { filter: CustomerFilter; counts: CustomerCounts | undefined; onChange: ChangeFilter }

type TreeNode = { value: string; title: ReactNode; name: string; children: TreeNode[] }

const UNKNOWN = { title: texts.unknownAccount, name: '', children: [] }

/** Main accounts with their sub-accounts; choosing a main account includes its sub-accounts. */
export function AccountFilter({ filter: { source, subSourceId }, counts, onChange }: AccountFilterProps) {
  const id = useId()
  const { data: accounts, isError, refetch } = useSimpleAccounts()
  const tree = useMemo(() => {
    if (!accounts) return []
    const tree = accountTree(offeredAccounts(accounts, { source, subSourceId }))
    const isKnown = accounts.some((it) => it.relationId === subSourceId)
    const unknown = subSourceId && !isKnown ? [{ value: subSourceId, ...UNKNOWN }] : []
    return [...unknown, ...tree.map((node) => toTree(node, counts?.subSourceCount ?? {}))]
  }, [accounts, source, subSourceId, counts])
  return (
    <TreeSelect
      id={id}
      aria-label={texts.account}
      className={styles.select}
      placeholder={isError ? texts.accountFailed : texts.accountHint}
      allowClear
      showSearch
      treeNodeFilterProp="name"
      treeDefaultExpandAll
      treeLine={false}
      popupMatchSelectWidth={false}
      // aria-controls names a list with this id, which antd's TreeSelect does not set.
      popupRender={named(`${id}_list`)}
      value={accounts && subSourceId}
      treeData={tree}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={(value: string | undefined) => onChange({ subSourceId: RelationId.safeParse(value).data })}
    />
  )
}

const named = (id: string) => (menu: ReactElement) => <div id={id}>{menu}</div>

const toTree = ({ account, children }: AccountNode, counts: Record<string, number>): TreeNode => ({
  value: account.relationId,
  name: account.name,
  title: <AccountName account={account} count={counts[account.relationId]} />,
  children: children.map((it) => toTree(it, counts)),
})

const AccountName = ({ account, count = 0 }: { account: SimpleAccount; count: number | undefined }) => (
  <span className={styles.account}>
    <SourceIcon source={account.source} size={13} />
    {texts.withCount(account.name, count)}
  </span>
)
