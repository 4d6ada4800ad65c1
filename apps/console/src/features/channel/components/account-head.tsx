import type { AccountDetail } from '@ruwu/contract'
import { Avatar, Bar, Button, Chip, TruncatedText, Skeleton, TabNav, buttonClass } from '@ruwu/ui'
import { ChevronLeft, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { RowMenu } from '../../../list/row-menu.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { AuthoriseDialog } from '../../channel-auth/index.ts'
import { useCan } from '../../permission/index.ts'
import { kosOf } from '../account.ts'
import { accountPath, type AccountTab } from '../account-url.ts'
import { useSyncKos } from '../channel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './account-head.module.css'
import { OpenState } from './account-states.tsx'
import { PlatformId } from './platform-id.tsx'

const tabs: { tab: AccountTab; label: string }[] = [
  { tab: 'index', label: texts.overview },
  { tab: 'setting', label: texts.settingTab },
  { tab: 'ai-agent', label: texts.aiAgent },
  { tab: 'send-card-rule', label: texts.cardRule },
  { tab: 'card-manage', label: texts.cardManage },
]

type AccountHeadProps = {
  account: AccountDetail
  tab: AccountTab
  /** Receives the portal target for the page's own actions; those on the account are then in a menu after them. */
  onSlot?: ((slot: HTMLElement | null) => void) | undefined
}

export function AccountHead({ account, tab: current, onSlot }: AccountHeadProps) {
  const { name, avatar, remark, source, accountType, platformId } = account
  const kos = kosOf(account).length
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <BackToAccounts />
        <Avatar name={name} src={avatar} size={40} shape="square" mark={<SourceIcon source={source} size={14} />} />
        <div className={styles.words}>
          <h1>
            <TruncatedText text={name} />
            <Chip>{texts.types[accountType]}</Chip>
            {remark && <Chip>{remark}</Chip>}
          </h1>
          <p>
            <PlatformId id={platformId} isShort />
            {accountType === 'CORP' ? (
              <OpenState account={account} />
            ) : (
              <span>
                {texts.openStatuses[account.openStatus]} · {texts.inherited}
              </span>
            )}
            {kos > 0 && <span>{texts.kosCount(kos)}</span>}
          </p>
        </div>
        {onSlot ? (
          <div className={styles.actions}>
            <div ref={onSlot} className={styles.slot} />
            <AccountMenu account={account} />
          </div>
        ) : (
          <AccountButtons account={account} />
        )}
      </div>
      <TabNav label={texts.tabs}>
        {tabs.map(({ tab, label }) => (
          <li key={tab}>
            <Link to={accountPath(account, tab)} aria-current={tab === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </TabNav>
    </header>
  )
}

/** What can be done about the authorisation, which exists for main accounts only; undefined where it is not offered. */
function useAccountTasks(account: AccountDetail) {
  const [isAuthorising, setIsAuthorising] = useState(false)
  const canBind = useCan('channelAccount:bindManage')
  const canEdit = useCan('channelAccount:settingsEdit')
  const syncKos = useSyncKos()
  const isMain = account.accountType === 'CORP'
  const canSync = isMain && canEdit && account.capabilities.staffAccounts && account.openStatus !== 'unbound'
  return {
    sync: canSync ? () => syncKos.mutate(account) : undefined,
    isSyncing: syncKos.isPending,
    authorise: isMain && canBind ? () => setIsAuthorising(true) : undefined,
    dialog: isAuthorising && (
      <AuthoriseDialog source={account.source} name={account.name} onClose={() => setIsAuthorising(false)} />
    ),
  }
}

function AccountButtons({ account }: { account: AccountDetail }) {
  const { sync, isSyncing, authorise, dialog } = useAccountTasks(account)
  return (
    <div className={styles.actions}>
      <Link className={buttonClass()} to={`${accountPath(account, 'ai-agent')}?view=preview`}>
        {texts.preview}
      </Link>
      {sync && (
        <Button busy={isSyncing} onClick={sync}>
          <RefreshCw size={15} aria-hidden="true" />
          {texts.syncKos}
        </Button>
      )}
      {authorise && <Button onClick={authorise}>{texts.reauthorise}</Button>}
      {dialog}
    </div>
  )
}

/** The same beside a page's own actions; 测试预览 is one of these. */
function AccountMenu({ account }: { account: AccountDetail }) {
  const { sync, isSyncing, authorise, dialog } = useAccountTasks(account)
  if (!sync && !authorise) return null
  return (
    <span className={styles.menu}>
      <RowMenu
        label={`${account.name} ${texts.more}`}
        title={texts.more}
        entries={{
          sync: sync && { label: texts.syncKos, run: sync, disabled: isSyncing },
          authorise: authorise && { label: texts.reauthorise, run: authorise },
        }}
      />
      {dialog}
    </span>
  )
}

const BackToAccounts = () => (
  <Link className={styles.back} to="/channel" aria-label={texts.backToAccounts} title={texts.backToAccounts}>
    <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
  </Link>
)

/** Placeholder of the same height, to avoid a layout shift. */
export function AccountHeadWaiting({ isLoading }: { isLoading: boolean }) {
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <BackToAccounts />
        {isLoading && (
          <Skeleton>
            <Bar width={220} height={20} />
          </Skeleton>
        )}
      </div>
      <div className={styles.tabs} />
    </header>
  )
}
