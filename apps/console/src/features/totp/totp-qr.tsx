import { QRCode } from 'antd'
import { texts } from './texts.ts'
import styles from './security-sheet.module.css'

/** Dark on light in both themes: cameras expect it. */
export function TotpQr({ uri }: { uri: string }) {
  return (
    <figure className={styles.picture} aria-label={texts.qr}>
      <QRCode value={uri} size={176} color="#000" bgColor="#fff" bordered={false} type="svg" />
    </figure>
  )
}
