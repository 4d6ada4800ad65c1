import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../../form/field.tsx'
import type { Account } from '../account.ts'
import { useUnbind } from '../channel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './unbind-dialog.module.css'

type UnbindDialogProps = { account: Pick<Account, 'relationId' | 'source' | 'name'>; onClose: () => void }

/** Consequences of unbinding; the name must be typed as confirmation. */
export function UnbindDialog({ account, onClose }: UnbindDialogProps) {
  const [typed, setTyped] = useState('')
  const unbind = useUnbind()
  const isSame = typed.trim() === account.name.trim()
  const submit = () => isSame && !unbind.isPending && unbind.mutate(account, { onSuccess: onClose })
  return (
    <Dialog
      title={texts.unbindTitle(account.name)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={unbind.isPending} disabled={!isSame} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {texts.unbindEffect}
      <div className={styles.field}>
        <Field id="unbind-name" label={texts.unbindType(account.name)}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              autoComplete="off"
              placeholder={INPUT_PLACEHOLDER}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={submit}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
