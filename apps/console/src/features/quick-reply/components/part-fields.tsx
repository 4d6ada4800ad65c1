import {
  type Material,
  QUICK_REPLY_PARTS_MAX,
  type RelationId,
  type ReplyPart,
  type SimpleAccount,
} from '@ruwu/contract'
import { CARD_TYPE_LABELS, SELECT_PLACEHOLDER, SOURCE_LABELS } from '@ruwu/domain'
import { Button, Dialog, IconButton } from '@ruwu/ui'
import { Select } from 'antd'
import { IdCard, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import type { ImageLimit } from '../../../form/image-check.ts'
import type { useImageUpload } from '../../../form/use-image-upload.ts'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { useSimpleAccounts } from '../../channel/index.ts'
import { useUsableCards } from '../../material/index.ts'
import { texts } from '../texts.ts'
import styles from './part-fields.module.css'

export const IMAGE_LIMIT: ImageLimit = { types: ['image/jpeg', 'image/png'], maxBytes: 10 * 1024 * 1024 }

type PartFieldsProps = {
  parts: readonly ReplyPart[]
  error: string | undefined
  image: ReturnType<typeof useImageUpload>
  /** Gets the parts as they are by then: an upload ends later. */
  onChange: (edit: (parts: readonly ReplyPart[]) => ReplyPart[]) => void
}

/** Images and cards that follow the text. */
export function PartFields({ parts, error: refused, image, onChange }: PartFieldsProps) {
  const { input, isUploading, choose } = image
  const error = refused ?? image.problem
  const [isChoosing, setIsChoosing] = useState(false)
  const isFull = parts.length >= QUICK_REPLY_PARTS_MAX
  return (
    <FieldGroup label={texts.attachments} hint={texts.attachmentsHint(QUICK_REPLY_PARTS_MAX)} {...(error && { error })}>
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part, index) => {
            const name = part.type === 'card' ? part.title : texts.image(index + 1)
            return (
              // oxlint-disable-next-line react/no-array-index-key -- the same part may stand there twice
              <li key={`${index} ${name}`}>
                {part.type === 'image' ? (
                  <StoredImage className={styles.picture} url={part.url} alt={name} />
                ) : (
                  <span className={styles.card}>
                    <IdCard size={15} aria-hidden="true" />
                    <span className="cut">{name}</span>
                  </span>
                )}
                <IconButton
                  label={texts.dropPart(name)}
                  title={texts.dropPart(name)}
                  onClick={() => onChange((old) => old.toSpliced(index, 1))}
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <div className={styles.add}>
        <input
          ref={input}
          className="sr-only"
          type="file"
          tabIndex={-1}
          accept={IMAGE_LIMIT.types.join(',')}
          aria-label={texts.addImage}
          disabled={isFull}
          onChange={choose}
        />
        <Button size="sm" disabled={isFull} busy={isUploading} onClick={() => input.current?.click()}>
          <ImagePlus size={14} aria-hidden="true" />
          {texts.addImage}
        </Button>
        <Button size="sm" disabled={isFull} onClick={() => setIsChoosing(true)}>
          <IdCard size={14} aria-hidden="true" />
          {texts.addCard}
        </Button>
      </div>
      {isChoosing && (
        <CardChooser
          onPick={({ id, title, name }) =>
            onChange((old) => [...old, { type: 'card', materialId: id, title: title || name }])
          }
          onClose={() => setIsChoosing(false)}
        />
      )}
    </FieldGroup>
  )
}

type CardChooserProps = { onPick: (card: Material) => void; onClose: () => void }

/** A card belongs to an account: first the account, then one of its cards. */
function CardChooser({ onPick, onClose }: CardChooserProps) {
  const { data: accounts } = useSimpleAccounts()
  const [relationId, setRelationId] = useState<RelationId>()
  const [card, setCard] = useState<Material>()
  const account = accounts?.find((it) => it.relationId === relationId)
  const pick = () => {
    if (!card) return
    onPick(card)
    onClose()
  }
  return (
    <Dialog
      title={texts.cardTitle}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" disabled={!card} onClick={pick}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field id="card-account" label={texts.account} required>
          {(control) => (
            <Select
              {...control}
              className={styles.wide}
              data-autofocus
              showSearch
              optionFilterProp="label"
              placeholder={SELECT_PLACEHOLDER}
              loading={!accounts}
              options={accounts?.map((it) => ({
                value: it.relationId,
                label: `${it.name} · ${SOURCE_LABELS[it.source]}`,
              }))}
              value={relationId}
              onChange={(value) => {
                setRelationId(value)
                setCard(undefined)
              }}
            />
          )}
        </Field>
        {account && <CardSelect key={account.relationId} account={account} card={card} onChange={setCard} />}
      </FieldStack>
    </Dialog>
  )
}

type CardSelectProps = { account: SimpleAccount; card: Material | undefined; onChange: (card: Material) => void }

function CardSelect({ account: { source, relationId }, card, onChange }: CardSelectProps) {
  const { data: cards, isError, refetch } = useUsableCards(source, [relationId])
  return (
    <Field id="card-id" label={texts.card} required hint={cards?.length === 0 ? texts.noCards : undefined}>
      {(control) => (
        <Select
          {...control}
          className={styles.wide}
          showSearch
          optionFilterProp="label"
          placeholder={SELECT_PLACEHOLDER}
          loading={!cards && !isError}
          options={cards?.map(({ id, name, type }) => ({ value: id, label: `${name} · ${CARD_TYPE_LABELS[type]}` }))}
          value={card?.id}
          onOpenChange={(isOpen) => isOpen && isError && void refetch()}
          onChange={(id) => {
            const picked = cards?.find((it) => it.id === id)
            if (picked) onChange(picked)
          }}
        />
      )}
    </Field>
  )
}
