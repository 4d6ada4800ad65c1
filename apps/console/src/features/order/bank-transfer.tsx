import { PROOF_MAX_BYTES, type Order } from '@ruwu/contract'
import { Button, ErrorBlock, IconButton, SkeletonRows, toast } from '@ruwu/ui'
import { Copy } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { copyText } from '../../browser/copy-text.ts'
import { FieldError } from '../../form/field.tsx'
import { useImageUpload } from '../../form/use-image-upload.ts'
import { useSubmitProof } from './order.mutations.ts'
import { useBankInfo } from './order.queries.ts'
import { texts } from './texts.ts'
import styles from './order-pay-page.module.css'

const PROOF = { types: ['image/jpeg', 'image/png', 'application/pdf'], maxBytes: PROOF_MAX_BYTES }

/** 对公转账: where to pay to, and the receipt. */
export function BankTransfer({ order }: { order: Order }) {
  const { data: bank, error, refetch } = useBankInfo()
  if (!bank)
    return (
      <div className={styles.bank}>
        {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={4} disc={false} />}
      </div>
    )
  const facts = [
    [texts.accountName, bank.accountName],
    [texts.accountNo, bank.accountNo],
    [texts.bankName, bank.bankName],
    [texts.remarkCode, bank.remarkCode],
  ] as const
  return (
    <div className={styles.bank}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <IconButton label={texts.copy(label)} onClick={() => void copyText(value, texts.copied)}>
              <Copy size={14} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </dl>
      <small>{texts.remarkHint}</small>
      {order.reason && <p role="alert">{texts.proofRefused(order.reason)}</p>}
      <ProofButton orderNo={order.orderNo} label={texts.proof} />
    </div>
  )
}

type ProofButtonProps = {
  orderNo: string
  label: string
  /** One of several links in a row, without the hint. */
  isLink?: boolean
}

/** Uploaded when chosen, and sent to the operator at once. */
export function ProofButton({ orderNo, label, isLink = false }: ProofButtonProps) {
  const submit = useSubmitProof(orderNo)
  const onChange = (url: string) =>
    submit.mutate(url, { onSuccess: () => toast.success(texts.proofSent), onError: showError })
  const { input, isUploading, problem, choose } = useImageUpload({
    limit: PROOF,
    isPrivate: true,
    outlivesField: true,
    onChange,
  })
  return (
    <div className={isLink ? undefined : styles.proof}>
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept={PROOF.types.join(',')}
        aria-label={label}
        onChange={(event) => void choose(event)}
      />
      <Button
        {...(isLink && { variant: 'link' })}
        busy={isUploading || submit.isPending}
        onClick={() => input.current?.click()}
      >
        {isUploading ? texts.uploading : label}
      </Button>
      {problem ? <FieldError text={problem} /> : !isLink && <small>{texts.proofHint}</small>}
    </div>
  )
}
