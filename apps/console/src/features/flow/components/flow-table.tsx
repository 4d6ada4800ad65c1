import type { FlowItem, RelationId } from '@ruwu/contract'
import {
  FLOW_STATUS_LABELS,
  FLOW_TRIGGER_LABELS,
  formatDateTime,
  formatNumber,
  formatPercent,
  sortRows,
} from '@ruwu/domain'
import { confirm, StatusLabel, type Tone, TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { showError } from '../../../api/show-error.ts'
import { OnceShownDialog } from '../../../form/once-shown-dialog.tsx'
import { RowMenu } from '../../../list/row-menu.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { UsedByDialog, usersOf } from '../../../list/used-by-dialog.tsx'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { dialogTexts } from '../dialog-texts.ts'
import { useCopyFlow, useDisableFlow, useRemoveFlow, useRenewSecret } from '../flow.mutations.ts'
import { flowPath } from '../flow-url.ts'
import { texts } from '../texts.ts'
import styles from './flow-table.module.css'

const FLOW_SORTS = ['started', 'finishRate', 'leads', 'blocked', 'updatedAt'] as const

export type FlowListProps = { flows: FlowItem[]; canEdit: boolean }

export function FlowTable({ flows, canEdit }: FlowListProps) {
  const timeZone = useTimeZone()
  const accounts = useAccountNames()
  const { sort, column, onChange } = useUrlSort(FLOW_SORTS)
  const columns: TableColumnsType<FlowItem> = [
    {
      title: texts.name,
      fixed: 'left',
      width: 170,
      render: (_, { id, name }) => (
        <Link className={styles.name} to={flowPath(id)}>
          <TruncatedText text={name} />
        </Link>
      ),
    },
    { title: texts.trigger, width: 120, render: (_, flow) => <TruncatedText text={triggerText(flow)} /> },
    { title: texts.accounts, width: 108, render: (_, { accountIds }) => <TruncatedText text={accounts(accountIds)} /> },
    { title: texts.status, width: 116, render: (_, flow) => <FlowState flow={flow} /> },
    {
      title: texts.started,
      width: 106,
      align: 'right',
      ...column('started'),
      render: (_, { started }) => formatNumber(started),
    },
    {
      title: <span title={texts.finishRateHint}>{texts.finishRate}</span>,
      width: 92,
      align: 'right',
      ...column('finishRate'),
      render: (_, { finishRate }) => formatPercent(finishRate),
    },
    {
      title: texts.leads,
      width: 80,
      align: 'right',
      ...column('leads'),
      render: (_, { leads }) => formatNumber(leads),
    },
    {
      title: <span title={texts.blockedHint}>{texts.blocked}</span>,
      width: 80,
      align: 'right',
      ...column('blocked'),
      render: (_, { blocked }) => formatNumber(blocked),
    },
    { title: texts.updatedBy, width: 84, render: (_, { updatedByName }) => <TruncatedText text={updatedByName} /> },
    {
      title: texts.updatedAt,
      width: 138,
      ...column('updatedAt'),
      render: (_, { updatedAt }) => formatDateTime(updatedAt, timeZone),
    },
    {
      title: texts.actions,
      fixed: 'right',
      width: canEdit ? 100 : 70,
      align: 'right',
      render: (_, flow) => <FlowActions flow={flow} canEdit={canEdit} />,
    },
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={sortRows(flows, sort, (flow, field) => flow[field])}
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1194 }}
    />
  )
}

/** The table on a phone: one card per flow. */
export function FlowCards({ flows, canEdit }: FlowListProps) {
  const timeZone = useTimeZone()
  const accounts = useAccountNames()
  return (
    <ul className={styles.cards}>
      {flows.map((flow) => (
        <li key={flow.id}>
          <div className={styles.line}>
            <Link className={styles.name} to={flowPath(flow.id)}>
              <b className="cut">{flow.name}</b>
            </Link>
            <FlowState flow={flow} />
          </div>
          <p>
            {triggerText(flow)} · {accounts(flow.accountIds)}
          </p>
          <p>
            {texts.started} {formatNumber(flow.started)} · {texts.finishRate} {formatPercent(flow.finishRate)} ·{' '}
            {texts.leads} {formatNumber(flow.leads)}
            {flow.blocked > 0 && ` · ${texts.blocked} ${formatNumber(flow.blocked)}`}
          </p>
          <div className={styles.line}>
            <small>
              {flow.updatedByName} {formatDateTime(flow.updatedAt, timeZone)}
            </small>
            <FlowActions flow={flow} canEdit={canEdit} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const triggerText = ({ trigger }: FlowItem): string => {
  if (!trigger) return texts.noTrigger
  const label = FLOW_TRIGGER_LABELS[trigger.type]
  return trigger.type === 'keyword' && trigger.words.length > 0 ? `${label}：${trigger.words.join('、')}` : label
}

/** None chosen: all accounts. */
function useAccountNames() {
  const { data: accounts } = useSimpleAccounts()
  return (ids: readonly RelationId[]): string => {
    if (ids.length === 0) return texts.allAccounts
    if (!accounts) return texts.accountCount(ids.length)
    return ids.map((id) => accounts.find(({ relationId }) => relationId === id)?.name ?? texts.hiddenAccount).join('、')
  }
}

const tones: Record<FlowItem['status'], Tone> = { draft: 'warning', published: 'success', disabled: 'quiet' }

const FlowState = ({ flow: { status, publishedVersion, hasChanges } }: { flow: FlowItem }) => (
  <span className={styles.state}>
    <StatusLabel tone={tones[status]}>
      {FLOW_STATUS_LABELS[status]}
      {publishedVersion !== null && ` v${publishedVersion}`}
    </StatusLabel>
    {publishedVersion !== null && hasChanges && <small>{texts.changed}</small>}
  </span>
)

export function FlowActions({ flow, canEdit }: { flow: FlowItem; canEdit: boolean }) {
  const copy = useCopyFlow()
  const disable = useDisableFlow()
  const remove = useRemoveFlow()
  const renew = useRenewSecret()
  const [secret, setSecret] = useState<string>()
  const [used, setUsed] = useState<{ users: readonly string[]; action: string }>()

  async function askDisable() {
    const content = texts.disableEffect(flow.running)
    if (await confirm({ title: texts.disableTitle(flow.name), content }))
      disable.mutate({ flow, disabled: true }, { onError: showUsers(texts.disable) })
  }
  const showUsers = (action: string) => (error: Error) => {
    const users = usersOf(error)
    if (users) setUsed({ users, action })
    else showError(error)
  }
  async function askRemove() {
    const content = texts.removeEffect(flow.running)
    if (!(await confirm({ title: texts.removeTitle(flow.name), content }))) return
    remove.mutate(flow, { onError: showUsers(texts.remove) })
  }
  async function askRenew() {
    if (await confirm({ title: dialogTexts.renewTitle(flow.name), content: dialogTexts.renewEffect }))
      renew.mutate(flow.id, { onSuccess: (made) => setSecret(made.secret) })
  }
  return (
    <span className={styles.actions}>
      <Link to={flowPath(flow.id)}>{canEdit ? texts.edit : texts.view}</Link>
      {canEdit && (
        <RowMenu
          label={texts.more(flow.name)}
          title={texts.moreTitle}
          entries={{
            copy: { label: texts.copy, run: () => copy.mutate(flow.id) },
            disable: flow.status === 'published' ? { label: texts.disable, run: askDisable } : undefined,
            enable:
              flow.status === 'disabled' && flow.publishedVersion !== null
                ? { label: texts.enable, run: () => disable.mutate({ flow, disabled: false }, { onError: showError }) }
                : undefined,
            renew: flow.hasSecret ? { label: dialogTexts.renew, run: askRenew } : undefined,
            remove: { label: texts.remove, danger: true, run: askRemove },
          }}
        />
      )}
      {secret && (
        <OnceShownDialog
          title={dialogTexts.secretTitle}
          hint={dialogTexts.secretHint}
          label={dialogTexts.secretLabel}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {used && <UsedByDialog name={flow.name} {...used} onClose={() => setUsed(undefined)} />}
    </span>
  )
}
