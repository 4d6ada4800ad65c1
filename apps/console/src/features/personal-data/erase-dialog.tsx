import { type Customer, personalDataApi } from '@ruwu/contract'
import { isNameTyped, nameToType, PERSONAL_DATA_TEXTS } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { TypedNameDialog } from '../../form/typed-name-dialog.tsx'
import { texts } from './texts.ts'

type EraseDialogProps = { customer: Pick<Customer, 'customerId' | 'name' | 'remark'>; onClose: () => void }

/** 删除个人信息: confirmed by typing the customer's name. The live event closes the thread on every console. */
export function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const { customerId } = customer
  const name = nameToType(customer)
  const erase = useMutation({
    mutationFn: (typed: string) => call(personalDataApi.erase, { body: { customerId, name: typed } }),
    onSuccess: () => {
      toast.success(texts.erased)
      onClose()
    },
    onError: showError,
  })
  return (
    <TypedNameDialog
      title={texts.eraseData}
      what={texts.eraseWhat(name)}
      later={texts.eraseLater}
      label={texts.typeName}
      name={name}
      isRight={(typed) => isNameTyped(typed, customer)}
      wrongName={PERSONAL_DATA_TEXTS.wrongName}
      submitText={texts.eraseStart}
      isRunning={erase.isPending}
      onSubmit={erase.mutate}
      onClose={onClose}
    />
  )
}
