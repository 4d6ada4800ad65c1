import { channelApi, type CallArgs, type RelationId, type SimpleAccount } from '@ruwu/contract'
import { SELECT_PLACEHOLDER, requiredText } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import type { Account } from '../account.ts'
import { useCopyConfig, type BulkResult } from '../channel.mutations.ts'
import { useSimpleAccounts } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './copy-config-dialog.module.css'

type Part = CallArgs<typeof channelApi.copyConfig>['body']['parts'][number]

const partOptions: { value: Part; label: string }[] = [
  { value: 'setting', label: texts.copyPartNames.setting },
  { value: 'aiAgent', label: texts.copyPartNames.aiAgent },
  { value: 'cardRule', label: texts.copyPartNames.cardRule },
]

type CopyConfigDialogProps = { accounts: Account[]; onClose: () => void; onDone: (result: BulkResult) => void }

/** Copies settings from the first selected account to the other selected accounts of its source. */
export function CopyConfigDialog({ accounts, onClose, onDone }: CopyConfigDialogProps) {
  const [first, ...rest] = accounts.map((it) => it.relationId)
  const [from, setFrom] = useState<RelationId | undefined>(first)
  const [to, setTo] = useState<RelationId[]>(rest)
  const [parts, setParts] = useState<Part[]>(['setting', 'cardRule'])
  const [isTried, setIsTried] = useState(false)
  const { data: known } = useSimpleAccounts()
  const copy = useCopyConfig()
  const options = (known ?? []).filter((it) => it.source === accounts[0]?.source && it.openStatus !== 'unbound')
  const targets = to.filter((it) => it !== from)

  const submit = () => {
    setIsTried(true)
    if (!from || targets.length === 0 || parts.length === 0) return
    copy.mutate(
      { fromRelationId: from, toRelationIds: targets, parts },
      {
        onSuccess: (result) => {
          if (result.success > 0) toast.success(texts.copied(result.success))
          onDone(result)
        },
      },
    )
  }

  return (
    <Dialog
      title={texts.copyTitle}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={copy.isPending} onClick={submit}>
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
            hint={texts.copyEffect}
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
        </FieldStack>
      </div>
    </Dialog>
  )
}

const optionsOf = (accounts: SimpleAccount[]) =>
  accounts.map(({ relationId, name, accountType }) => ({
    value: relationId,
    label: accountType === 'KOS' ? `${name}（${texts.types.KOS}）` : name,
  }))
