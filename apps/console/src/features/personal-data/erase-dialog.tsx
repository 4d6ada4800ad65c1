import { type Customer, personalDataApi } from '@ruwu/contract'
import { isNameTyped, nameToType, PERSONAL_DATA_TEXTS } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { Field } from '../../form/field.tsx'
import { texts } from './texts.ts'
import styles from './personal-data.module.css'

type EraseDialogProps = { customer: Pick<Customer, 'customerId' | 'name' | 'remark'>; onClose: () => void }

/** 删除个人信息: confirmed by typing the customer's name. The live event closes the thread on every console. */
export function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { customerId } = customer
  const name = nameToType(customer)
  const erase = useMutation({
    mutationFn: () => call(personalDataApi.erase, { body: { customerId, name: typed } }),
    onSuccess: () => {
      toast.success(texts.erased)
      onClose()
    },
    onError: showError,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isNameTyped(typed, customer) && !erase.isPending) erase.mutate()
  }
  const problem = isTried && !isNameTyped(typed, customer) ? PERSONAL_DATA_TEXTS.wrongName : undefined
  return (
    <Dialog
      title={texts.eraseData}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form="erase-person" busy={erase.isPending}>
            {texts.eraseStart}
          </Button>
        </>
      }
    >
      <form id="erase-person" className={styles.body} onSubmit={submit}>
        <p>{texts.eraseWhat(name)}</p>
        <p className={styles.quiet}>{texts.eraseLater}</p>
        <Field id="erase-name" label={texts.typeName} required error={problem} hint={texts.typeNameHint(name)}>
          {(control) => (
            <Input {...control} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
