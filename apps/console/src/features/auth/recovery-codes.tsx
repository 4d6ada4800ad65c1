import { inFours } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { texts } from './texts.ts'
import styles from './totp-setup.module.css'

/** New recovery codes; they cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className={styles.setup}>
      <p>{texts.recoveryHint}</p>
      <ul className={styles.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{inFours(code)}</code>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.map(inFours).join('\n')} />
      </div>
    </div>
  )
}

export function CopyButton({ text }: { text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(texts.copied)
    } catch {
      toast.warning(texts.copyFailed)
    }
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      {texts.copy}
    </Button>
  )
}
