import type { ReceptionMode } from '@ruwu/contract'
import { Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../permission/index.ts'
import type { Account } from '../account.ts'
import { accountPath } from '../account-url.ts'
import { texts } from '../texts.ts'
import { ModeText } from './account-states.tsx'
import styles from './reception-switch.module.css'
import { SwitchDialog } from './switch-dialog.tsx'

export type Switchable = Pick<
  Account,
  'relationId' | 'accountType' | 'source' | 'name' | 'receptionMode' | 'openStatus' | 'aiAgentName'
>

/** Reception mode of the account, with a warning while its AI is unpublished. Not optimistic: changes after the confirmation and the server's answer. */
export function ReceptionSwitch({ account }: { account: Switchable }) {
  const [asked, setAsked] = useState<ReceptionMode>()
  const canEdit = useCan('channelAccount:settingsEdit')
  const { name, receptionMode, openStatus, aiAgentName } = account
  return (
    <span className={styles.control}>
      {canEdit && (
        <Switch
          size="small"
          aria-label={texts.switchLabel(name)}
          checked={receptionMode === 'open'}
          disabled={openStatus === 'unbound'}
          onChange={(isOn) => setAsked(isOn ? 'open' : 'close')}
        />
      )}
      {receptionMode === 'open' && aiAgentName === null ? (
        <Link className={styles.unpublished} to={accountPath(account, 'ai-agent')}>
          {texts.modeUnpublished}
        </Link>
      ) : (
        <ModeText mode={receptionMode} />
      )}
      {asked && <SwitchDialog account={account} receptionMode={asked} onClose={() => setAsked(undefined)} />}
    </span>
  )
}
