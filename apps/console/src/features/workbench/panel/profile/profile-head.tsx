import { REMARK_MAX, type CustomerDetail } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { SourceIcon } from '../../../../rendering/source-icon.tsx'
import { StoredAvatar } from '../../../../stored-file/stored-image.tsx'
import { useUpdateProfile } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import { copyText } from '../../../../browser/copy-text.ts'
import styles from './profile-head.module.css'

const TextEditor = onDemand(async () => (await import('../text-editor.tsx')).TextEditor)

const SHOWN_ENDS = 4
const LONG_ID = 2 * SHOWN_ENDS + 3

/** Shortened id. */
const shortId = (id: string) => (id.length > LONG_ID ? `${id.slice(0, SHOWN_ENDS)}…${id.slice(-SHOWN_ENDS)}` : id)

/** Avatar, names and platform id. */
export function ProfileHead({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { customerId, name, remark, avatar, source, platformId } = customer
  const [isEditing, setIsEditing] = useState(false)
  const update = useUpdateProfile(customerId)
  const shown = remark || name
  return (
    <div className={styles.head}>
      <StoredAvatar name={shown} src={avatar} size={52} />
      <div className={styles.words}>
        {isEditing ? (
          <TextEditor
            label={texts.remark}
            value={remark}
            max={REMARK_MAX}
            tooLong={texts.remarkTooLong(REMARK_MAX)}
            onSave={(next) => update.mutate({ remark: next })}
            onClose={() => setIsEditing(false)}
          />
        ) : (
          <div className={styles.name}>
            <h2 className="cut" title={shown}>
              {shown}
            </h2>
            {canEdit && (
              <IconButton
                className={styles.pencil}
                label={texts.editRemark}
                title={texts.editRemark}
                onClick={() => setIsEditing(true)}
              >
                <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        )}
        {remark && <p className="cut">{name}</p>}
        <p>
          <SourceIcon source={source} size={13} />
          <button
            type="button"
            className={styles.id}
            title={`${texts.copyId} ${platformId}`}
            onClick={() => void copyText(platformId, texts.copiedId)}
          >
            ID {shortId(platformId)}
            <Copy size={13} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">{texts.copyId}</span>
          </button>
        </p>
      </div>
    </div>
  )
}
