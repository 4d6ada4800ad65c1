import { inFours } from '@ruwu/domain'
import { lazy, Suspense } from 'react'
import { report } from '../../monitoring/monitoring.ts'
import { CopyButton } from './recovery-codes.tsx'
import { texts } from './texts.ts'
import styles from './totp-setup.module.css'

const TotpQr = lazy(async () => {
  try {
    return { default: (await import('./totp-qr.tsx')).TotpQr }
  } catch (error) {
    report(error)
    // The secret below can still be typed.
    return { default: () => <span className={styles.hint}>{texts.totpNoPicture}</span> }
  }
})

/** The secret for the authenticator application: to scan, to type, or to open on the phone itself. */
export function TotpSetup({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className={styles.setup}>
      <p>{texts.totpScan}</p>
      <figure className={styles.picture} aria-label={texts.totpPicture}>
        <Suspense>
          <TotpQr uri={uri} />
        </Suspense>
      </figure>
      <p className={styles.hint}>{texts.totpByHand}</p>
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
