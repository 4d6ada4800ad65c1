import type { DemoMessage } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { type FormEvent, useState } from 'react'
import type { Act } from './phone.tsx'
import { texts } from './texts.ts'
import styles from './phone.module.css'

type Card = Extract<DemoMessage['content'], { type: 'card' }>
type PhoneCardProps = { messageId: string; card: Card; isMine: boolean; canCopyWechat: boolean; act: Act }

/** A card of the merchant: a lead form to fill in, or a contact to copy. */
export function PhoneCard({ messageId, card, isMine, canCopyWechat, act }: PhoneCardProps) {
  const { title, coverUrl, labels, isFilled, wechat, isCopied } = card
  return (
    <article className={styles.card}>
      {coverUrl && <img src={coverUrl} alt="" />}
      <h3>{title}</h3>
      {isFilled && <p>{texts.submitted}</p>}
      {!isFilled && !isMine && labels.length > 0 && <LeadForm labels={labels} messageId={messageId} act={act} />}
      {wechat !== null && canCopyWechat && (
        <Button size="sm" disabled={isCopied} onClick={() => void act('copyWechat', { messageId }).catch(() => {})}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
      )}
    </article>
  )
}

function LeadForm({ labels, messageId, act }: { labels: string[]; messageId: string; act: Act }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const fields = labels.map((label) => ({ label, value: values[label] ?? '' }))
    await act('submitCard', { messageId, fields }).catch(() => {})
    setIsBusy(false)
  }
  return (
    <form onSubmit={submit}>
      {labels.map((label) => (
        <input
          key={label}
          aria-label={label}
          placeholder={label}
          required
          maxLength={50}
          value={values[label] ?? ''}
          onChange={(event) => setValues({ ...values, [label]: event.target.value })}
        />
      ))}
      <Button type="submit" variant="primary" size="sm" busy={isBusy}>
        {texts.submit}
      </Button>
    </form>
  )
}
