import type { AccountDetail, Material } from '@ruwu/contract'
import { CARD_TYPE_LABELS, LEAD_FIELD_LABELS } from '@ruwu/domain'
import { Avatar } from '@ruwu/ui'
import { ChevronLeft, Copy, Image } from 'lucide-react'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import type { MaterialDraft } from '../material-draft.ts'
import { texts } from '../texts.ts'
import styles from './card-preview.module.css'

type CardPreviewProps = { account: AccountDetail; card: Material | undefined; draft: MaterialDraft }

/** Static preview of the card on the customer's phone, from the form's values. */
export function CardPreview({ account, card, draft }: CardPreviewProps) {
  const type = card?.type ?? 'lead_form'
  return (
    <figure className={styles.preview} aria-label={texts.preview}>
      <figcaption>
        {texts.preview}
        <small>{texts.previewHint}</small>
      </figcaption>
      <div className={styles.phone} aria-hidden="true">
        <div className={styles.bar}>
          <ChevronLeft size={18} strokeWidth={1.75} />
          <Avatar name={account.name} src={account.avatar} size={26} shape="square" />
          <span className="cut">{account.name}</span>
        </div>
        <div className={styles.thread}>
          <div className={styles.card}>
            {type !== 'contact' && (
              <div className={styles.picture}>
                {draft.image ? <StoredImage url={draft.image} alt="" /> : <Image size={28} strokeWidth={1.25} />}
              </div>
            )}
            <b>{draft.title || texts.untitled}</b>
            {card?.subtitle && <span>{card.subtitle}</span>}
            {type === 'lead_form' && <FormPart draft={draft} buttonText={card?.buttonText} />}
            {type === 'contact' && card && <ContactPart card={card} />}
            {type !== 'lead_form' && type !== 'contact' && (
              <small>
                {CARD_TYPE_LABELS[type]} · {texts.previewOpen}
              </small>
            )}
          </div>
          {type === 'lead_form' && draft.afterText.trim() && <p className={styles.reply}>{draft.afterText.trim()}</p>}
        </div>
      </div>
    </figure>
  )
}

function FormPart({ draft, buttonText }: { draft: MaterialDraft; buttonText: string | undefined }) {
  return (
    <>
      {draft.fields.map((field) => (
        <i key={field}>{texts.previewField(LEAD_FIELD_LABELS[field])}</i>
      ))}
      <em>{buttonText || texts.previewSubmit}</em>
    </>
  )
}

function ContactPart({ card: { channel, number } }: { card: Material }) {
  return (
    <>
      <span>
        {channel && texts.channels[channel]} {number}
      </span>
      <em>
        <Copy size={13} />
        {texts.previewCopy}
      </em>
    </>
  )
}
