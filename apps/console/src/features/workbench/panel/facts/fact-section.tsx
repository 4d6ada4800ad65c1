import { FIELD_VALUE_MAX, type CustomerDetail, type CustomerField, type FieldValue } from '@ruwu/contract'
import { contactMask, fieldText, formatDateTime, hidesValue } from '@ruwu/domain'
import { Button, TruncatedText } from '@ruwu/ui'
import { Copy, Pencil } from 'lucide-react'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import { useCustomerFields, useCustomerSetting } from '../../../customer-setting/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useCan } from '../../../permission/index.ts'
import { copyText } from '../../../../browser/copy-text.ts'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { Section, SectionButton } from '../panel-section.tsx'
import { useUpdateProfile } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './fact-section.module.css'

const ChangeSheet = onDemand(async () => (await import('./change-sheet.tsx')).ChangeSheet)
const FieldEditor = onDemand(async () => (await import('./field-editor.tsx')).FieldEditor)
const TextEditor = onDemand(async () => (await import('../text-editor.tsx')).TextEditor)

const PLACE_MAX = 20

/** Profile fields, including the enterprise's custom fields. */
export function FactSection({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { customerId, subSourceName, entry, contentTitle, firstEnterAt, lastEnterAt } = customer
  const [isShowingChanges, setIsShowingChanges] = useState(false)
  const timeZone = useTimeZone()
  const update = useUpdateProfile(customerId)
  const ad = entry?.ad?.planName || entry?.ad?.advertiserName || entry?.ad?.planId
  const place = (key: 'city' | 'country') => (
    <Fact label={texts[key]}>
      <Editable label={texts[key]} text={customer[key]} canEdit={canEdit}>
        {(close) => (
          <TextEditor
            label={texts[key]}
            value={customer[key]}
            max={PLACE_MAX}
            tooLong={texts.tooLong(PLACE_MAX)}
            onSave={(value) => update.mutate({ [key]: value })}
            onClose={close}
          />
        )}
      </Editable>
    </Fact>
  )
  return (
    <Section
      title={texts.profile}
      action={<SectionButton onClick={() => setIsShowingChanges(true)}>{texts.changes}</SectionButton>}
    >
      <dl className={styles.facts}>
        {place('city')}
        {place('country')}
        <Fact label={texts.account}>
          <TruncatedText text={subSourceName || texts.none} />
        </Fact>
        {entry?.postId && (
          <Fact label={texts.content}>
            <SourceContent id={entry.postId} title={contentTitle} />
          </Fact>
        )}
        {ad && (
          <Fact label={texts.ad}>
            <TruncatedText text={ad} />
          </Fact>
        )}
        <Fact label={texts.firstEnter}>{formatDateTime(firstEnterAt, timeZone)}</Fact>
        <Fact label={texts.lastEnter}>{formatDateTime(lastEnterAt, timeZone)}</Fact>
        <OwnFields customer={customer} canEdit={canEdit} />
      </dl>
      {isShowingChanges && <ChangeSheet customerId={customerId} onClose={() => setIsShowingChanges(false)} />}
    </Section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt title={label}>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Platforms send only the id of the content the customer came from; the title is known once the content has been synced. */
const SourceContent = ({ id, title }: { id: string; title: string }) => (
  <>
    {title ? <TruncatedText text={title} /> : <span className={styles.unknown}>{texts.unknownContent}</span>}
    <button
      type="button"
      className={styles.copy}
      title={`${texts.copyContentId} ${id}`}
      onClick={() => void copyText(id, texts.copiedContentId)}
    >
      {!title && <span className="cut">{id}</span>}
      <Copy size={13} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{texts.copyContentId}</span>
    </button>
  </>
)

/** Custom fields of the enterprise. */
function OwnFields({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { data: fields, error, refetch } = useCustomerFields()
  const update = useUpdateProfile(customer.customerId)
  const masksPhones = useCustomerSetting().data?.maskPhone ?? true
  const mask = contactMask(useCan('customer:viewSensitive'), masksPhones)
  if (error && !fields)
    return (
      <Fact label={texts.fields}>
        <span className={styles.failed} role="alert">
          {texts.fieldsFailed}
        </span>
        <Button variant="link" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </Fact>
    )
  const save = (field: CustomerField) => (value: FieldValue) => update.mutate({ fields: { [field.id]: value } })
  return fields?.map((field) => {
    const value = customer.fields[field.id]
    // A masked value is not editable text: the editor starts empty.
    const isHidden = mask !== null && hidesValue(field, mask)
    return (
      <Fact key={field.id} label={field.name}>
        <Editable label={field.name} text={fieldText(value)} canEdit={canEdit}>
          {(close) => (
            <FieldEditor
              field={field}
              value={isHidden ? undefined : value}
              max={FIELD_VALUE_MAX}
              onSave={save(field)}
              onClose={close}
            />
          )}
        </Editable>
      </Fact>
    )
  })
}

type EditableProps = {
  label: string
  text: string
  canEdit: boolean
  /** The editor; calls back when done. */
  children: (close: () => void) => ReactNode
}

/** A value that becomes an editor on click. */
function Editable({ label, text, canEdit, children }: EditableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // Restores the focus to the value, unless it has moved elsewhere.
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (!canEdit) return <TruncatedText text={text || texts.none} />
  if (isEditing) return children(() => setIsEditing(false))
  return (
    <button
      ref={button}
      type="button"
      className={styles.value}
      data-empty={text === '' || undefined}
      onClick={() => setIsEditing(true)}
    >
      <TruncatedText text={text || texts.none} />
      <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{texts.edit(label)}</span>
    </button>
  )
}
