import {
  RelationId,
  type CustomerCounts,
  type CustomerFilter,
  type SimpleAccount,
  AgentId,
  type Agent,
  AI_OFF_REASONS,
  RECEPTION_TYPES,
  StageId,
} from '@ruwu/contract'
import { AI_OFF_REASON_LABELS, RECEPTION_TYPE_LABELS } from '@ruwu/domain'
import { TreeSelect, Select, Segmented } from 'antd'
import { useId, useMemo, type ReactElement, type ReactNode } from 'react'
import { SourceIcon } from '../../../../rendering/source-icon.tsx'
import { readSession } from '../../../../session/session.ts'
import { useAgents } from '../../../agent/index.ts'
import { useSimpleAccounts } from '../../../channel/index.ts'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { texts } from '../../texts.ts'
import type { ChangeFilter } from '../../use-chat-url.ts'
import { accountTree, offeredAccounts, type AccountNode } from './account-tree.ts'
import { FilterLine } from './choice-chips.tsx'
import { nameless } from './filter-parts.ts'
import { TagSelect } from './tag-select.tsx'
import styles from './select-filters.module.css'

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

/** Owner among colleagues. Disabled agents may still own customers. */
export function OwnerFilter({ filter, onChange }: { filter: CustomerFilter; onChange: ChangeFilter }) {
  const { data: agents, isError, refetch } = useAgents()
  return (
    <Select
      aria-label={texts.agent}
      className={styles.select}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={texts.agentHint}
      value={agents && filter.agentId}
      options={agents && optionsOf(agents, filter.agentId)}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={(value: string | undefined) => onChange({ agentId: AgentId.safeParse(value).data })}
    />
  )
}

/** Without oneself; a selected one is always included so that it has a label. */
function optionsOf(agents: readonly Agent[], chosen: AgentId | undefined) {
  const me = readSession()?.agentId
  const unknown = nameless(chosen ? [chosen] : [], agents)
  return [
    ...unknown.map((id) => ({ value: id, label: texts.unknownAgent })),
    ...agents.filter(({ id }) => id !== me || id === chosen).map(({ id, name }) => ({ value: id, label: name })),
  ]
}

type TraitProps = { filter: Partial<CustomerFilter>; onChange: ChangeFilter }

/** Customers without a stage are in the first one. */
export function StageFilter({ filter, onChange }: TraitProps) {
  const { data: setting, isError, refetch } = useCustomerSetting()
  const stages = setting?.stages ?? []
  const unknown = nameless(filter.stageId ? [filter.stageId] : [], stages)
  return (
    <Select
      aria-label={texts.stage}
      className={styles.select}
      allowClear
      placeholder={texts.stageHint}
      value={setting && filter.stageId}
      options={[
        ...unknown.map((value) => ({ value, label: texts.unknownStage })),
        ...stages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={(value: string | undefined) => onChange({ stageId: StageId.safeParse(value).data })}
    />
  )
}

type ReasonFilterProps = { filter: CustomerFilter; onChange: ChangeFilter }

/** Filters set by URL only (links of the home page), shown so that they can be removed. */
export function ReasonFilter({ filter, onChange }: ReasonFilterProps) {
  return (
    <>
      {filter.receptionType && (
        <FilterLine label={texts.receptionType}>
          <Select
            aria-label={texts.receptionType}
            className={styles.select}
            allowClear
            value={filter.receptionType}
            options={RECEPTION_TYPES.map((value) => ({ value, label: RECEPTION_TYPE_LABELS[value] }))}
            onChange={(receptionType) => onChange({ receptionType })}
          />
        </FilterLine>
      )}
      {filter.offReason && (
        <FilterLine label={texts.offReason}>
          <Select
            aria-label={texts.offReason}
            className={styles.select}
            allowClear
            value={filter.offReason}
            options={AI_OFF_REASONS.map((value) => ({ value, label: AI_OFF_REASON_LABELS[value] }))}
            onChange={(offReason) => onChange({ offReason })}
          />
        </FilterLine>
      )}
    </>
  )
}

const modes = (['any', 'all'] as const).map((value) => ({ value, label: texts.tagModes[value] }))

/** Customers with any of the tags, or with all of them. */
export function TagFilter({ filter, onChange }: TraitProps) {
  return (
    <div className={styles.tags}>
      <TagSelect
        label={texts.tags}
        placeholder={texts.tagsHint}
        value={filter.tagIds ?? []}
        onChange={(tagIds) => onChange({ tagIds })}
      />
      <Segmented
        aria-label={texts.tagMode}
        options={modes}
        value={filter.tagMode ?? 'any'}
        disabled={!filter.tagIds?.length}
        onChange={(tagMode) => onChange({ tagMode })}
      />
    </div>
  )
}
