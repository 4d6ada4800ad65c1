import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { IconButton, cx } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthoriseDialog } from '../../channel-auth/index.ts'
import { useCan } from '../../permission/index.ts'
import { needsAuthorisation, type Account } from '../account.ts'
import { accountPath, type AccountTab } from '../account-url.ts'
import { useSyncKos } from '../channel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './account-actions.module.css'
import { UnbindDialog } from './unbind-dialog.tsx'

/** Actions on one account. Only main accounts are authorised. */
export function AccountActions({ account }: { account: Account }) {
  const [open, setOpen] = useState<'authorise' | 'unbind'>()
  const canEdit = useCan('channelAccount:settingsEdit')
  const canBind = useCan('channelAccount:bindManage')
  const navigate = useNavigate()
  const syncKos = useSyncKos()
  const isMain = account.accountType === 'CORP'
  const isBound = account.openStatus !== 'unbound'
  const mustAuthorise = isMain && canBind && (needsAuthorisation(account) || !isBound)

  const go = (tab: AccountTab) => () => navigate(accountPath(account, tab))
  const items: Record<string, { label: string; isOffered: boolean; run: () => unknown; danger?: boolean }> = {
    overview: { label: texts.overview, isOffered: mustAuthorise, run: go('index') },
    setting: { label: texts.setting, isOffered: mustAuthorise, run: go('setting') },
    aiAgent: { label: texts.aiAgent, isOffered: true, run: go('ai-agent') },
    cardRule: { label: texts.cardRule, isOffered: true, run: go('send-card-rule') },
    cardManage: { label: texts.cardManage, isOffered: true, run: go('card-manage') },
    syncKos: {
      label: texts.syncKos,
      isOffered: isMain && isBound && canEdit && SOURCE_CAPABILITIES[account.source].staffAccounts,
      run: () => isMain && syncKos.mutate(account),
    },
    authorise: {
      label: texts.reauthorise,
      isOffered: isMain && canBind && !mustAuthorise,
      run: () => setOpen('authorise'),
    },
    unbind: {
      label: texts.unbind,
      isOffered: isMain && isBound && canBind,
      run: () => setOpen('unbind'),
      danger: true,
    },
  }
  const menu: MenuProps = {
    items: Object.entries(items)
      .filter(([, it]) => it.isOffered)
      .map(([key, { label, danger }]) => ({ key, label, danger })),
    onClick: ({ key }) => void items[key]?.run(),
  }
  return (
    <span className={styles.actions}>
      {mustAuthorise ? (
        <button type="button" className={cx(styles.link, styles.urgent)} onClick={() => setOpen('authorise')}>
          {texts.reauthorise}
        </button>
      ) : (
        <>
          <Link className={styles.link} to={accountPath(account)}>
            {texts.overview}
          </Link>
          <Link className={styles.link} to={accountPath(account, 'setting')}>
            {texts.setting}
          </Link>
        </>
      )}
      <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
        <IconButton label={`${account.name} ${texts.more}`} title={texts.more} disabled={syncKos.isPending}>
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Dropdown>
      {open === 'authorise' && (
        <AuthoriseDialog source={account.source} name={account.name} onClose={() => setOpen(undefined)} />
      )}
      {open === 'unbind' && <UnbindDialog account={account} onClose={() => setOpen(undefined)} />}
    </span>
  )
}
