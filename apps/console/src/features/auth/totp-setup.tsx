import { inFours } from '@ruwu/domain'
import type { ReactNode } from 'react'
import { CopyButton } from './recovery-codes.tsx'
import { texts } from './texts.ts'
import styles from './totp-setup.module.css'

type TotpSetupProps = {
  secret: string
  uri: string
  /** The QR code; /login goes without, because antd is not part of it. */
  picture?: ReactNode
}

/** The secret for the authenticator application: to scan, to type, or to open on the phone itself. */
export function TotpSetup({ secret, uri, picture }: TotpSetupProps) {
  return (
    <div className={styles.setup}>
      <p>{picture ? texts.totpScan : texts.totpType}</p>
      {picture}
      {picture && <p className={styles.hint}>{texts.totpByHand}</p>}
      <div className={styles.secret}>
        <code>{inFours(secret)}</code>
        <CopyButton text={secret} />
      </div>
      <p className={styles.hint}>
        <a href={uri}>{texts.totpOpen}</a>
      </p>
    </div>
  )
}
