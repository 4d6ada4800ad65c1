import { INVOICE_TITLE_MAX, InvoiceForm, type Order } from '@ruwu/contract'
import { formatMoney, INPUT_PLACEHOLDER, INVOICE_TEXTS, isTaxNo } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { Field, FieldStack } from '../../form/field.tsx'
import { problemsOf } from '../../form/problems.ts'
import { ShortTextField } from '../../form/short-text-field.tsx'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useRequestInvoice } from './order.mutations.ts'
import { texts } from './texts.ts'
import styles from './order-page.module.css'

const fieldId = (name: string) => `invoice-${name}`
const BLANK: InvoiceForm = { title: '', taxNo: '', email: '' }
const isSame = (one: InvoiceForm, other: InvoiceForm) => JSON.stringify(one) === JSON.stringify(other)

function check(draft: InvoiceForm): Record<string, string> {
  const parsed = InvoiceForm.safeParse(draft)
  const isWrong = parsed.success && !isTaxNo(parsed.data.taxNo)
  return isWrong ? { taxNo: INVOICE_TEXTS.taxNo } : problemsOf(parsed)
}

type InvoiceDialogProps = { order: Pick<Order, 'orderNo' | 'amount'>; onClose: () => void }

/** 申请发票: once for an order, so its amount is shown again. */
export function InvoiceDialog({ order, onClose }: InvoiceDialogProps) {
  const request = useRequestInvoice(order.orderNo)
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<InvoiceForm, InvoiceForm>({
    kept: undefined,
    draftOf: (form) => form,
    blank: BLANK,
    isSame,
    check,
    save: (form) => request.mutateAsync(form),
    isSaving: request.isPending,
    fieldId,
    onClose,
  })
  return (
    <Dialog
      title={texts.requestInvoice}
      onCancel={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{texts.dismiss}</Button>
          <Button variant="primary" busy={isSaving} disabled={!isDirty} onClick={() => void submit()}>
            {texts.submitInvoice}
          </Button>
        </>
      }
    >
      <FieldStack>
        <p className={styles.invoiced}>
          {texts.invoiceAmount} <b>{formatMoney(order.amount)}</b>
        </p>
        <ShortTextField
          id={fieldId('title')}
          label={texts.invoiceTitle}
          required
          isFirst
          error={errors['title']}
          max={INVOICE_TITLE_MAX}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <Field id={fieldId('taxNo')} label={texts.taxNo} required error={errors['taxNo']} hint={texts.taxNoHint}>
          {(control) => (
            <Input
              {...control}
              placeholder={INPUT_PLACEHOLDER}
              autoCapitalize="characters"
              value={draft.taxNo}
              onChange={({ target }) => change({ taxNo: target.value })}
            />
          )}
        </Field>
        <Field id={fieldId('email')} label={texts.email} required error={errors['email']} hint={texts.emailHint}>
          {(control) => (
            <Input
              {...control}
              type="email"
              placeholder={INPUT_PLACEHOLDER}
              value={draft.email}
              onChange={({ target }) => change({ email: target.value })}
              onPressEnter={() => void submit()}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
