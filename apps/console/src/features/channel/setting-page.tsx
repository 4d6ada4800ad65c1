import type { AccountDetail } from '@ruwu/contract'
import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { messageOf } from '../../api/errors.ts'
import { useChannelSetting } from './channel.queries.ts'
import { AccountFrame } from './components/account-frame.tsx'
import { SettingEditor } from './components/setting/setting-editor.tsx'

export const ChannelSettingPage = () => (
  <AccountFrame tab="setting">{(account) => <AccountSetting account={account} />}</AccountFrame>
)

/** A sub-account also loads its main account's settings, shown in the groups it follows. */
function AccountSetting({ account }: { account: AccountDetail }) {
  const own = useChannelSetting(account.relationId)
  const main = useChannelSetting(account.parentId)
  const error = own.error ?? main.error
  if (own.data && (account.parentId === null || main.data))
    return <SettingEditor key={account.relationId} account={account} setting={own.data} main={main.data} />
  return (
    <Panel>
      {error ? (
        <ErrorBlock message={messageOf(error)} onRetry={() => Promise.all([own.refetch(), main.refetch()])} />
      ) : (
        <SkeletonRows rows={10} disc={false} />
      )}
    </Panel>
  )
}
