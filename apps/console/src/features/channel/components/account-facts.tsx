import type { AccountDetail } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Chip, Panel } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './account-facts.module.css'
import { AdState, OpenState } from './account-states.tsx'
import { PlatformId } from './platform-id.tsx'
import { ReceptionSwitch } from './reception-switch.tsx'

/** Details of the account and of its authorisation. */
export function AccountFacts({ account }: { account: AccountDetail }) {
  const timeZone = useTimeZone()
  const time = (at: string | null) => (at ? formatDateTime(at, timeZone) : <Quiet>{texts.never}</Quiet>)
  const { openExpireAt, renewLeft, scopes, lastError, lastErrorAt, adStatus } = account
  const isKos = account.accountType === 'KOS'
  return (
    <Panel title={texts.facts}>
      <dl className={styles.facts}>
        <Fact label={texts.platformId}>
          <PlatformId id={account.platformId} />
        </Fact>
        <Fact label={texts.receptionMode}>
          <ReceptionSwitch account={account} />
        </Fact>
        <Fact label={texts.openStatus}>
          {isKos ? <Quiet>{texts.inherited}</Quiet> : <OpenState account={account} />}
        </Fact>
        {!isKos && (
          <Fact label={texts.expires}>
            {openExpireAt ? formatDateTime(openExpireAt, timeZone) : texts.expireUnknown}
            {renewLeft !== null && <Quiet> · {`${texts.renewLeft} ${texts.times(renewLeft)}`}</Quiet>}
          </Fact>
        )}
        <Fact label={texts.adStatus}>
          {isKos ? <Quiet>{texts.inherited}</Quiet> : <AdState adStatus={adStatus} />}
          {!isKos && adStatus === 'no_spend' && <Quiet> {texts.noSpendNote}</Quiet>}
        </Fact>
        {scopes.length > 0 && (
          <Fact label={texts.scopes}>
            <span className={styles.scopes}>
              {scopes.map((scope) => (
                <Chip key={scope}>{texts.scopeNames[scope] ?? scope}</Chip>
              ))}
            </span>
          </Fact>
        )}
        <Fact label={texts.lastIn}>{time(account.lastInAt)}</Fact>
        <Fact label={texts.lastOut}>{time(account.lastOutAt)}</Fact>
        <Fact label={texts.lastError}>
          {lastError ? (
            <span className={styles.error}>
              {lastError}
              {lastErrorAt && <small>{formatDateTime(lastErrorAt, timeZone)}</small>}
            </span>
          ) : (
            <Quiet>{texts.noError}</Quiet>
          )}
        </Fact>
      </dl>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Quiet = ({ children }: { children: ReactNode }) => <span className={styles.quiet}>{children}</span>
