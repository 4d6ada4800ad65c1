import { COPY_PARTS, type RelationId, type SimpleAccount } from '@ruwu/contract'
import { COPY_PART_LABELS, SELECT_PLACEHOLDER, SOURCE_LABELS, requiredText } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { messageOf } from '../../../api/errors.ts'
import type { Account } from '../account.ts'
import { useCopyConfig, type BulkResult } from '../channel.mutations.ts'
import { type CopyOrder, useCopyCheck, useSimpleAccounts } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './copy-config-dialog.module.css'

type Part = CopyOrder['parts'][number]

const partOptions = COPY_PARTS.map((value) => ({ value, label: COPY_PART_LABELS[value] }))

type CopyConfigDialogProps = { accounts: Account[]; onClose: () => void; onDone: (result: BulkResult) => void }

/** Copies settings from the first selected account to the other selected ones, also of another source. */
export function CopyConfigDialog({ accounts, onClose, onDone }: CopyConfigDialogProps) {
  const [first, ...rest] = accounts.map((it) => it.relationId)
  const [from, setFrom] = useState<RelationId | undefined>(first)
  const [to, setTo] = useState<RelationId[]>(rest)
  const [parts, setParts] = useState<Part[]>(['setting', 'cardRule'])
  const [isTried, setIsTried] = useState(false)
  const { data: known } = useSimpleAccounts()
  const copy = useCopyConfig()
  const options = (known ?? []).filter((it) => it.openStatus !== 'unbound')
  const targets = to.filter((it) => it !== from)
  const isComplete = from && targets.length > 0 && parts.length > 0
  const order = isComplete ? { fromRelationId: from, toRelationIds: targets, parts } : undefined
  const check = useCopyCheck(order)

  const submit = () => {
    setIsTried(true)
    if (!order) return
    copy.mutate(order, {
      onSuccess: (result) => {
        if (result.success > 0) toast.success(texts.copied(result.success))
        onDone(result)
      },
    })
  }

  return (
    <Dialog
      title={texts.copyTitle}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={copy.isPending} disabled={check.isLoading} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldStack>
          <Field id="copy-from" label={texts.copyFrom} required>
            {(control) => (
              <Select
                {...control}
                className={styles.select}
                value={from}
                options={optionsOf(options)}
                onChange={setFrom}
              />
            )}
          </Field>
          <Field
            id="copy-to"
            label={texts.copyTo}
            required
            error={isTried && targets.length === 0 ? requiredText(texts.copyTo, 'select') : undefined}
            hint={copyHint(parts)}
          >
            {(control) => (
              <Select
                {...control}
                mode="multiple"
                className={styles.select}
                placeholder={SELECT_PLACEHOLDER}
                optionFilterProp="label"
                value={targets}
                options={optionsOf(options.filter((it) => it.relationId !== from))}
                onChange={setTo}
              />
            )}
          </Field>
          <FieldGroup
            label={texts.copyParts}
            required
            error={isTried && parts.length === 0 ? requiredText(texts.copyParts, 'select') : undefined}
          >
            <Checkbox.Group options={partOptions} value={parts} onChange={setParts} />
          </FieldGroup>
          {order && <Lacks check={check} />}
        </FieldStack>
      </div>
    </Dialog>
  )
}

/** What the accounts will not take over, before anything is copied. */
function Lacks({ check: { data, error, isLoading } }: { check: ReturnType<typeof useCopyCheck> }) {
  if (isLoading) return <output className={styles.note}>{texts.copyChecking}</output>
  if (error) return <p className={styles.note}>{messageOf(error)}</p>
  const rows = [
    ...(data?.failed ?? []).map(({ id, name, msg }) => ({ id, name, texts: [msg] })),
    ...(data?.lacks ?? []),
  ]
  if (rows.length === 0) return null
  return (
    <section className={styles.lacks} aria-label={texts.copyLacks}>
      <h3>{texts.copyLacks}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <b>{row.name}</b>
            {row.texts.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

const copyHint = (parts: readonly string[]): string =>
  [
    parts.some((part) => part !== 'knowledge') ? texts.copyEffect : '',
    parts.includes('knowledge') ? texts.copyKnowledgeEffect : '',
  ].join('')

const optionsOf = (accounts: SimpleAccount[]) =>
  accounts.map(({ relationId, name, accountType, source }) => ({
    value: relationId,
    label: `${SOURCE_LABELS[source]} · ${accountType === 'KOS' ? `${name}（${texts.types.KOS}）` : name}`,
  }))
